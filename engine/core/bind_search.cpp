// Searcher and SearchLimits, and evaluate of State, for Python.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <atomic>
#include <cstdint>
#include <exception>
#include <new>
#include <optional>
#include <stdexcept>
#include <string>
#include <system_error>
#include <vector>

#include "bindings.hpp"
#include "search/games.hpp"
#include "search/search.hpp"

namespace trilogue {
namespace {

using MaybeInt = std::optional<std::int64_t>;
using Strings = std::vector<std::string>;

/// `SearchLimits` in Python: checked, but for the moves, which need a position.
struct AnyLimits {
    Limits limits;
    Strings searchmoves;
};

/// `Searcher` in Python.
struct Searcher {
    explicit Searcher(std::size_t mebibytes) : table(mebibytes) {}

    TranspositionTable table;
    Control control;
    std::atomic<bool> busy = false;
};

/// Holds a searcher while it is used; none may use it beside.
class Use {
  public:
    explicit Use(Searcher& searcher) : searcher_(searcher) {
        if (searcher.busy.exchange(true)) throw std::runtime_error("this searcher is searching");
    }
    ~Use() { searcher_.busy.store(false); }
    Use(const Use&) = delete;
    Use& operator=(const Use&) = delete;

  private:
    Searcher& searcher_;
};

std::int64_t in_range(const char* name, MaybeInt given, std::int64_t low, std::int64_t high = INT64_MAX) {
    if (!given) return not_given;
    if (*given >= low && *given <= high) return *given;
    const std::string upper = high == INT64_MAX ? " at least" : " to " + std::to_string(high);
    throw nb::value_error((std::string(name) + " must be " + std::to_string(low) + upper).c_str());
}

Clocks clocks(MaybeInt time, MaybeInt inc, MaybeInt opptime, MaybeInt oppinc, MaybeInt movestogo) {
    return {in_range("time", time, 0), in_range("inc", inc, 0), in_range("opptime", opptime, 0),
            in_range("oppinc", oppinc, 0), in_range("movestogo", movestogo, 1)};
}

void construct_limits(AnyLimits* self, MaybeInt movetime, MaybeInt depth, MaybeInt nodes, bool infinite,
                      bool ponder, MaybeInt time, MaybeInt inc, MaybeInt opptime, MaybeInt oppinc,
                      MaybeInt movestogo, std::int64_t multipv, const std::optional<Strings>& searchmoves,
                      std::int64_t threads, std::uint64_t seed, std::int64_t info_interval) {
    AnyLimits made;
    Limits& limits = made.limits;
    limits.movetime = in_range("movetime", movetime, 0);
    limits.depth = in_range("depth", depth, 1);
    limits.nodes = in_range("nodes", nodes, 1);
    limits.infinite = infinite;
    limits.ponder = ponder;
    limits.clocks = clocks(time, inc, opptime, oppinc, movestogo);
    limits.multipv = static_cast<int>(in_range("multipv", multipv, 1, 10000));
    limits.threads = static_cast<int>(in_range("threads", threads, 1, 1024));
    limits.seed = seed;
    limits.info_interval = in_range("info_interval", info_interval, 1, 86400000);
    if (searchmoves) made.searchmoves = *searchmoves;
    if (!movetime && !depth && !nodes && !infinite && !ponder && !time)
        throw nb::value_error("a search needs a limit: movetime, depth, nodes, time, infinite or ponder");
    new (self) AnyLimits(std::move(made));
}

std::string score_text(Score score, bool solved) {
    if (is_win(score)) return "win:" + std::to_string(distance(score));
    if (is_loss(score)) return "loss:" + std::to_string(distance(score));
    if (score == score_draw && solved) return "draw";
    return "cp:" + std::to_string(score);
}

template <Game G>
Strings formatted(const typename G::Rules& rules, typename G::Position position,
                  const std::vector<std::uint16_t>& codes) {
    Strings texts;
    for (const std::uint16_t code : codes) {
        const auto move = G::Move::from_code(code);
        texts.push_back(G::format_move(rules, position, move));
        position = G::after(rules, position, move);
    }
    return texts;
}

/// One search, from Python's State and limits to Python's dicts.
template <Evaluated G>
class Job {
  public:
    Job(const GameState<G>& state, const AnyLimits& asked) : limits_(asked.limits), rules_(state.rules()) {
        if (state.outcome().over()) raise_move_error({0, true, "the game is over"});
        root_ = state.position();
        const auto& positions = state.positions();
        for (std::size_t i = 0; i + 1 < positions.size(); ++i) past_.push_back(positions[i].hash());
        for (std::size_t i = 0; i < asked.searchmoves.size(); ++i) {
            const auto move = G::parse_move(rules_, root_, asked.searchmoves[i]);
            if (!move) raise_move_error({i, false, move.error().message});
            limits_.searchmoves.push_back(move.value().code());
        }
    }

    nb::dict run(Searcher& searcher, const nb::object& on_info) {
        std::exception_ptr raised;
        // Also without a callback: so that an interrupt from the keyboard ends a search in the main thread.
        const OnInfo tell = [&](const Info& info) {
            const nb::gil_scoped_acquire locked;
            try {
                if (PyErr_CheckSignals() != 0) throw nb::python_error();
                if (!on_info.is_none())
                    for (std::size_t i = 0; i < info.lines.size(); ++i) on_info(as_dict(info, i));
                return true;
            } catch (...) {
                raised = std::current_exception();
                return false;
            }
        };
        Answer answer;
        {
            const nb::gil_scoped_release unlocked;
            answer = search<G>(rules_, root_, past_, limits_, searcher.table, searcher.control, tell);
        }
        if (raised) std::rethrow_exception(raised);
        return as_dict(answer);
    }

  private:
    nb::dict as_dict(const Info& info, std::size_t index) const {
        const Line& line = info.lines[index];
        nb::dict fields;
        fields["depth"] = line.depth;
        fields["seldepth"] = line.seldepth;
        fields["multipv"] = index + 1;
        fields["score"] = score_text(line.score, line.solved);
        if (line.bound == Bound::lower) fields["bound"] = "lower";
        if (line.bound == Bound::upper) fields["bound"] = "upper";
        fields["nodes"] = info.nodes;
        fields["nps"] =
            info.nodes * 1000000 / static_cast<std::uint64_t>(std::max<std::int64_t>(info.microseconds, 1));
        fields["elapsed"] = info.microseconds / 1000;
        fields["hashfull"] = info.hashfull;
        fields["pv"] = formatted<G>(rules_, root_, line.pv);
        return fields;
    }
    nb::dict as_dict(const Answer& answer) const {
        nb::dict fields = as_dict(answer.info, 0);
        PyDict_DelItemString(fields.ptr(), "multipv");
        PyDict_DelItemString(fields.ptr(), "hashfull");
        const Strings pv = formatted<G>(rules_, root_, answer.info.lines[0].pv);
        fields["move"] = pv[0];
        if (pv.size() > 1) fields["ponder"] = pv[1];
        return fields;
    }

    Limits limits_;
    typename G::Rules rules_;
    typename G::Position root_;
    std::vector<std::uint64_t> past_;
};

/// Empties the mailbox when a search is over, whichever way it ends.
struct Disarm {
    Control& control;
    ~Disarm() { control.arm(); }
};

nb::dict run_search(Searcher& searcher, const AnyState& state, const AnyLimits& limits,
                    const nb::object& on_info) {
    const Use use(searcher);
    const Disarm disarm{searcher.control};
    return state.visit(
        [&]<class S>(const S& game) { return Job<typename S::Game>(game, limits).run(searcher, on_info); });
}

nb::dict evaluate(const AnyState& state) {
    return state.visit([]<class S>(const S& game) {
        using G = typename S::Game;
        const auto& rules = game.rules();
        const auto& position = game.position();
        nb::dict result, parts;
        const Standing standing = standing_of(game.outcome(), position.side());
        if (standing == Standing::open) {
            Terms terms;
            Evaluation<G>::terms(rules, position, terms);
            for (const Term& term : terms) parts[term.name] = term.value;
            const Score value = Evaluation<G>::evaluate(rules, position, Evaluation<G>::of(rules, position));
            result["score"] = score_text(heuristic(value), false);
        } else {
            result["score"] = standing == Standing::drawn ? "draw"
                              : standing == Standing::won ? "win:0"
                                                          : "loss:0";
        }
        result["terms"] = parts;
        return result;
    });
}

}  // namespace

void bind_search(nb::module_& module, nb::class_<AnyState>& state) {
    using nb::arg;
    const auto none = nb::none();
    state.def("evaluate", &evaluate);

    nb::class_<AnyLimits>(module, "SearchLimits")
        .def("__init__", &construct_limits, nb::kw_only(), arg("movetime") = none, arg("depth") = none,
             arg("nodes") = none, arg("infinite") = false, arg("ponder") = false, arg("time") = none,
             arg("inc") = none, arg("opptime") = none, arg("oppinc") = none, arg("movestogo") = none,
             arg("multipv") = 1, arg("searchmoves") = none, arg("threads") = 1, arg("seed") = 0,
             arg("info_interval") = 500);

    nb::class_<Searcher>(module, "Searcher")
        .def(
            "__init__",
            [](Searcher* self, std::int64_t memory) {
                new (self) Searcher(static_cast<std::size_t>(in_range("memory", memory, 1, 1 << 20)));
            },
            arg("memory"))
        .def("arm", [](Searcher& self) { self.control.arm(); })
        .def("search", &run_search, arg("state"), arg("limits"), arg("on_info").none() = none)
        .def("stop", [](Searcher& self) { self.control.stop(); })
        .def(
            "ponderhit",
            [](Searcher& self, MaybeInt time, MaybeInt inc, MaybeInt opptime, MaybeInt oppinc,
               MaybeInt movestogo) { self.control.ponderhit(clocks(time, inc, opptime, oppinc, movestogo)); },
            nb::kw_only(), arg("time") = none, arg("inc") = none, arg("opptime") = none, arg("oppinc") = none,
            arg("movestogo") = none)
        .def("clear",
             [](Searcher& self) {
                 const Use use(self);
                 self.table.clear();
             })
        .def(
            "resize",
            [](Searcher& self, std::int64_t memory) {
                const Use use(self);
                self.table.resize(static_cast<std::size_t>(in_range("memory", memory, 1, 1 << 20)));
            },
            arg("memory"));
}

}  // namespace trilogue
