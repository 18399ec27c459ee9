"""Tournaments: schedules, statistics and records here are pure; match and runner do the I/O."""
