// State: a game so far, for Python.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <array>
#include <cstdio>
#include <optional>
#include <vector>

#include "bindings.hpp"
#include "perft.hpp"

namespace trilogue {
namespace {

using Strings = std::vector<std::string>;

template <class State>
using GameOf = typename std::decay_t<State>::Game;

void construct(AnyState* self, const std::string& game, const nb::object& options,
               const std::optional<std::string>& position) {
    auto made = make_state(game, option_texts(options), position);
    if (auto* state = std::get_if<AnyGameState>(&made)) {
        new (self) AnyState{std::move(*state)};
        return;
    }
    const auto& fault = std::get<StateFault>(made);
    if (fault.option) raise_option_error(*fault.option);
    if (fault.position) raise_position_error(*fault.position);
    raise_unknown_game(game);
}

Strings moves(const AnyState& self) {
    return self.visit([]<class S>(const S& state) {
        MovesOf<GameOf<S>> legal;
        state.moves(legal);
        Strings texts;
        for (const auto move : legal)
            texts.push_back(GameOf<S>::format_move(state.rules(), state.position(), move));
        return texts;
    });
}

std::size_t legal_count(const AnyState& self) {
    return self.visit([]<class S>(const S& state) {
        MovesOf<GameOf<S>> legal;
        state.moves(legal);
        return legal.size();
    });
}

nb::dict as_dict(const std::string& move, const MoveDetail& detail) {
    nb::dict entry;
    entry["move"] = move;
    if (!detail.label.empty()) entry["label"] = detail.label;
    if (!detail.clicks.empty()) entry["clicks"] = detail.clicks;
    if (!detail.from.empty()) entry["from"] = detail.from;
    if (!detail.to.empty()) entry["to"] = detail.to;
    if (!detail.captured.empty()) entry["captured"] = detail.captured;
    if (!detail.placed.empty()) entry["placed"] = detail.placed;
    if (!detail.removed.empty()) entry["removed"] = detail.removed;
    if (!detail.stacked.empty()) entry["stacked"] = detail.stacked;
    return entry;
}

nb::list moves_detail(const AnyState& self) {
    return self.visit([]<class S>(const S& state) {
        using G = GameOf<S>;
        MovesOf<G> legal;
        state.moves(legal);
        nb::list details;
        for (const auto move : legal)
            details.append(as_dict(G::format_move(state.rules(), state.position(), move),
                                   G::detail(state.rules(), state.position(), move)));
        return details;
    });
}

Strings play(AnyState& self, const Strings& texts) {
    auto played = std::visit([&](auto& state) { return state.play(texts); }, self.game);
    if (const auto* fault = std::get_if<MoveFault>(&played)) raise_move_error(*fault);
    return std::get<Strings>(std::move(played));
}

void undo(AnyState& self, long long count) {
    const bool done =
        count >= 0 &&
        std::visit([&](auto& state) { return state.undo(static_cast<std::size_t>(count)); }, self.game);
    if (done) return;
    const std::size_t played = self.visit([](const auto& state) { return state.positions().size() - 1; });
    throw nb::value_error(("undo takes back 0 to " + std::to_string(played) + " moves here").c_str());
}

nb::dict cells(const AnyState& self) {
    return self.visit([]<class S>(const S& state) {
        const Grid& grid = GameOf<S>::grid(state.rules());
        nb::dict cells;
        each_cell(grid.cells, [&](unsigned cell) {
            const char code = GameOf<S>::piece_at(state.position(), cell);
            if (code != 0) cells[grid.name(cell).c_str()] = std::string(1, code);
        });
        return cells;
    });
}

std::string text(const AnyState& self) {
    return self.visit([]<class S>(const S& state) {
        return draw_board(GameOf<S>::grid(state.rules()),
                          [&](unsigned cell) { return GameOf<S>::piece_at(state.position(), cell); });
    });
}

std::optional<std::uint64_t> count_perft(const AnyState& self, int depth, const StopFlag& stop) {
    if (depth < 0 || depth > max_perft_depth)
        throw nb::value_error(("depth must be 0 to " + std::to_string(max_perft_depth)).c_str());
    return self.visit([&]<class S>(const S& state) {
        const auto rules = state.rules();
        const auto position = state.position();
        const nb::gil_scoped_release unlocked;
        return perft<GameOf<S>>(rules, position, depth, stop.stopped);
    });
}

nb::dict seats(const AnyState& self) {
    const Side first =
        self.visit([]<class S>(const S& state) { return GameOf<S>::first_seat(state.position()); });
    nb::dict seats;
    seats["first"] = name(first);
    seats["second"] = name(other(first));
    return seats;
}

std::string hash_text(const AnyState& self) {
    std::array<char, 17> digits{};
    const auto hash = self.visit([](const auto& state) { return state.position().hash(); });
    std::snprintf(digits.data(), digits.size(), "%016llx", static_cast<unsigned long long>(hash));
    return digits.data();
}

const Outcome& outcome(const AnyState& self) {
    return self.visit([](const auto& state) -> const Outcome& { return state.outcome(); });
}

std::optional<std::string> if_over(const AnyState& self, const char* text) {
    if (!outcome(self).over()) return std::nullopt;
    return text;
}

template <class Position>
std::string format(const AnyState& self, Position position) {
    return self.visit(
        [&]<class S>(const S& state) { return GameOf<S>::format_position(state.rules(), position(state)); });
}

}  // namespace

nb::class_<AnyState> bind_state(nb::module_& module) {
    nb::class_<StopFlag>(module, "StopFlag").def(nb::init<>()).def("set", [](StopFlag& flag) {
        flag.stopped.store(true, std::memory_order_relaxed);
    });
    nb::class_<AnyState> bound(module, "State");
    bound.def("__init__", &construct, nb::arg("game"), nb::arg("options"), nb::arg("position") = nb::none())
        .def("copy", [](const AnyState& self) { return self; })
        .def("moves", &moves)
        .def("moves_detail", &moves_detail)
        .def("play", &play, nb::arg("moves"))
        .def("undo", &undo, nb::arg("count"))
        .def("cells", &cells)
        .def("text", &text)
        .def("perft", &count_perft, nb::arg("depth"), nb::arg("stop"))
        .def_prop_ro("game",
                     [](const AnyState& self) {
                         return self.visit([]<class S>(const S&) { return GameOf<S>::name; });
                     })
        .def_prop_ro("options",
                     [](const AnyState& self) {
                         return self.visit([]<class S>(const S& s) {
                             return typed_options(options_of<GameOf<S>>(s.rules()));
                         });
                     })
        .def_prop_ro("start",
                     [](const AnyState& self) {
                         return format(self, [](const auto& state) { return state.start(); });
                     })
        .def_prop_ro("position",
                     [](const AnyState& self) {
                         return format(self, [](const auto& state) { return state.position(); });
                     })
        .def_prop_ro("turn",
                     [](const AnyState& self) {
                         return self.visit([](const auto& state) { return name(state.position().side()); });
                     })
        .def_prop_ro("ply",
                     [](const AnyState& self) {
                         return self.visit([](const auto& state) { return state.position().ply(); });
                     })
        .def_prop_ro("hash", &hash_text)
        .def_prop_ro("over", [](const AnyState& self) { return outcome(self).over(); })
        .def_prop_ro("result", [](const AnyState& self) { return if_over(self, outcome(self).result()); })
        .def_prop_ro("reason", [](const AnyState& self) { return if_over(self, outcome(self).reason); })
        .def_prop_ro("seats", &seats)
        .def_prop_ro("legal", &legal_count)
        .def_prop_ro("history", [](const AnyState& self) {
            return self.visit([](const auto& state) { return state.history(); });
        });
    return bound;
}

}  // namespace trilogue
