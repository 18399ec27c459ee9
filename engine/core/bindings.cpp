#include "bindings.hpp"

NB_MODULE(_core, module) {
    // What still lives when the interpreter ends is the interpreter's affair: stderr is for faults.
    nanobind::set_leak_warnings(false);
    module.doc() = "The C++ core: rules, perft and search of LAG, LOA and LOT. Private; use engine.games.";
    trilogue::add_errors(module);
    trilogue::bind_games(module);
    auto state = trilogue::bind_state(module);
    trilogue::bind_search(module, state);
}
