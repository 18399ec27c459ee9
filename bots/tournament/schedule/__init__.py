"""Who plays whom, on what, in which order: pure, the same for the same plan, and resumable."""

from bots.tournament.schedule.plan import Plan, PlanError
from bots.tournament.schedule.schedule import Schedule, ScheduleError, schedule
from bots.tournament.schedule.standings import Meeting, Standing, standings

__all__ = [
    "Meeting",
    "Plan",
    "PlanError",
    "Schedule",
    "ScheduleError",
    "Standing",
    "schedule",
    "standings",
]
