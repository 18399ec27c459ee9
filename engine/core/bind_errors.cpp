// The exceptions of _core.pyi.
#include "bindings.hpp"

namespace trilogue {
namespace {

nb::object text(const std::string& text) {
    return nb::str(text.c_str(), text.size());
}

[[noreturn]] void raise(const char* type_name, const std::string& message,
                        std::initializer_list<std::pair<const char*, nb::object>> attributes) {
    const nb::object type = nb::module_::import_("engine._core").attr(type_name);
    const nb::object words = text(message);
    const nb::object error = type(words);
    error.attr("message") = words;
    for (const auto& [name, value] : attributes) error.attr(name) = value;
    PyErr_SetObject(type.ptr(), error.ptr());
    throw nb::python_error();
}

void add_error(nb::module_& module, const char* name, nb::handle base, const char* doc) {
    const std::string full_name = std::string("engine._core.") + name;
    module.attr(name) = nb::steal(PyErr_NewExceptionWithDoc(full_name.c_str(), doc, base.ptr(), nullptr));
}

}  // namespace

void add_errors(nb::module_& module) {
    const nb::handle value_error = PyExc_ValueError;
    add_error(module, "OptionError", value_error,
              "A game option is unknown (`code` is unknown-argument) or its value is wrong (bad-argument).");
    add_error(module, "PositionError", value_error, "A position string does not say a position of the game.");
    add_error(module, "MoveError", value_error, "The move at `index` of those given is not legal.");
    const nb::object move_error = module.attr("MoveError");
    add_error(module, "GameOverError", move_error, "The game was over before the move at `index`.");
}

void raise_option_error(const OptionFault& fault) {
    raise("OptionError", fault.error.message,
          {{"code", text(fault.unknown ? "unknown-argument" : "bad-argument")},
           {"field", text(fault.error.field)}});
}

void raise_position_error(const Error& error) {
    raise("PositionError", error.message, {});
}

void raise_move_error(const MoveFault& fault) {
    raise(fault.game_over ? "GameOverError" : "MoveError", fault.message, {{"index", nb::int_(fault.index)}});
}

void raise_unknown_game(const std::string& name) {
    std::string known;
    Games::each([&]<Game G> { known += (known.empty() ? "" : ", ") + std::string(G::name); });
    throw nb::key_error((name + ": known are " + known).c_str());
}

}  // namespace trilogue
