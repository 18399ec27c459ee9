// The list of games and their boards as Python data.
#include <nanobind/stl/string.h>

#include "bindings.hpp"

namespace trilogue {
namespace {

nb::str text(std::string_view text) {
    return nb::str(text.data(), text.size());
}

template <class Rules>
nb::dict option_entry(const Option<Rules>& option) {
    const std::uint8_t standard = Rules{}.*option.member;
    nb::dict entry;
    if (option.is_integer()) {
        entry["type"] = "integer";
        entry["default"] = static_cast<int>(standard);
        entry["min"] = static_cast<int>(option.low);
        entry["max"] = static_cast<int>(option.high);
        return entry;
    }
    nb::list values;
    for (std::string_view choice : option.choices)
        if (!choice.empty()) values.append(text(choice));
    entry["type"] = "string";
    entry["default"] = text(option.choices[standard]);
    entry["values"] = values;
    return entry;
}

nb::list list_games() {
    nb::list games;
    Games::each([&]<Game G> {
        nb::dict options;
        for (const auto& option : G::options) options[text(option.name)] = option_entry(option);
        nb::dict game;
        game["name"] = G::name;
        game["title"] = G::title;
        game["options"] = options;
        games.append(game);
    });
    return games;
}

nb::list cells_of(const BoardShape& shape) {
    nb::list cells;
    for (const CellShape& cell : shape.cells) {
        nb::list polygon;
        for (const Point& corner : cell.polygon) {
            nb::list point;
            point.append(corner.x);
            point.append(corner.y);
            polygon.append(point);
        }
        nb::dict entry;
        entry["name"] = text(cell.name);
        entry["x"] = cell.centre.x;
        entry["y"] = cell.centre.y;
        entry["polygon"] = polygon;
        cells.append(entry);
    }
    return cells;
}

nb::list labels_of(const BoardShape& shape) {
    nb::list labels;
    for (const Label& label : shape.labels) {
        nb::dict entry;
        entry["text"] = text(label.text);
        entry["x"] = label.at.x;
        entry["y"] = label.at.y;
        labels.append(entry);
    }
    return labels;
}

template <Game G>
nb::list colours_of() {
    nb::list colours;
    for (Side side : {G::first_side, other(G::first_side)}) {
        nb::dict entry;
        entry["name"] = name(side);
        entry["letter"] = text(std::string(1, letter(side)));
        colours.append(entry);
    }
    return colours;
}

template <Game G>
nb::list pieces_of() {
    nb::list pieces;
    for (const PieceKind& piece : G::pieces) {
        nb::dict entry;
        entry["code"] = nb::str(&piece.code, 1);
        entry["colour"] = piece.colour;
        entry["kind"] = piece.kind;
        pieces.append(entry);
    }
    return pieces;
}

template <Game G>
nb::dict describe_game(const nb::object& options) {
    const auto rules = rules_from<G>(option_texts(options));
    if (const auto* fault = std::get_if<OptionFault>(&rules)) raise_option_error(*fault);
    const auto& in_force = std::get<typename G::Rules>(rules);
    const BoardShape shape = shape_of(G::grid(in_force));
    nb::dict board;
    board["game"] = G::name;
    board["title"] = G::title;
    board["options"] = typed_options(options_of<G>(in_force));
    board["cells"] = cells_of(shape);
    board["labels"] = labels_of(shape);
    board["colours"] = colours_of<G>();
    board["pieces"] = pieces_of<G>();
    return board;
}

nb::dict describe(const std::string& name, const nb::object& options) {
    nb::dict board;
    Games::each([&]<Game G> {
        if (name == G::name) board = describe_game<G>(options);
    });
    if (board.size() == 0) raise_unknown_game(name);
    return board;
}

/// The text of a name or value. What a command line holds that is no UTF-8 is a wrong value like any other.
std::string utf8(const nb::object& object) {
    const auto bytes = nb::cast<nb::bytes>(nb::str(object).attr("encode")("utf-8", "replace"));
    return {bytes.c_str(), bytes.size()};
}

}  // namespace

OptionTexts option_texts(const nb::object& mapping) {
    OptionTexts texts;
    for (nb::handle item : mapping.attr("items")()) {
        const nb::object key = item[0], value = item[1];
        if (nb::isinstance<nb::bool_>(value))
            texts.emplace_back(utf8(key), nb::cast<bool>(value) ? "true" : "false");
        else
            texts.emplace_back(utf8(key), utf8(value));
    }
    return texts;
}

nb::dict typed_options(const OptionValues& values) {
    nb::dict options;
    for (const auto& [name, value] : values) {
        if (const auto* number = std::get_if<int>(&value))
            options[text(name)] = *number;
        else
            options[text(name)] = text(std::get<std::string>(value));
    }
    return options;
}

void bind_games(nb::module_& module) {
    module.def("games", &list_games);
    module.def("describe", &describe, nb::arg("game"), nb::arg("options"));
}

}  // namespace trilogue
