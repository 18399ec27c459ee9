// What the files that know Python share.
#pragma once

#include <nanobind/nanobind.h>

#include <atomic>
#include <string>
#include <utility>

#include "state.hpp"

namespace trilogue {

namespace nb = nanobind;

/// `State` in Python.
struct AnyState {
    AnyGameState game;

    /// Calls `visit` with the GameState of whichever game it is.
    template <class Visit>
    decltype(auto) visit(Visit&& visit) const {
        return std::visit(std::forward<Visit>(visit), game);
    }
};

/// `StopFlag` in Python.
struct StopFlag {
    std::atomic<bool> stopped{false};
};

void bind_games(nb::module_& module);
nb::class_<AnyState> bind_state(nb::module_& module);
/// Adds `Searcher`, and `evaluate` to State.
void bind_search(nb::module_& module, nb::class_<AnyState>& state);

/// The options of a Python mapping as text; the core gives them their types.
OptionTexts option_texts(const nb::object& mapping);
nb::dict typed_options(const OptionValues& values);

/// Raise the Python exceptions of _core.pyi.
void add_errors(nb::module_& module);
[[noreturn]] void raise_option_error(const OptionFault& fault);
[[noreturn]] void raise_position_error(const Error& error);
[[noreturn]] void raise_move_error(const MoveFault& fault);
[[noreturn]] void raise_unknown_game(const std::string& name);

}  // namespace trilogue
