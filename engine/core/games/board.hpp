// What a client needs to draw a board and to turn clicks into moves, as plain data.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace trilogue {

/// A point of the board's plane: y up, one unit is the distance between neighbouring cells.
struct Point {
    double x = 0;
    double y = 0;
};

struct CellShape {
    std::string name;
    Point centre;
    std::vector<Point> polygon;  ///< corners, anticlockwise
};

/// A coordinate printed beside the board.
struct Label {
    std::string text;
    Point at;
};

/// A piece as position strings and `State.cells` write it.
struct PieceKind {
    char code;
    const char* colour;
    const char* kind;  ///< man, single or stack
};

struct BoardShape {
    std::vector<CellShape> cells;
    std::vector<Label> labels;
};

/// A move taken apart. `clicks` are the cells to click in order: unique, and never the beginning of
/// another legal move's. A move without cells has a `label` instead. What does not apply is empty.
struct MoveDetail {
    std::vector<std::string> clicks;
    std::string label;
    std::string from, to;
    std::vector<std::string> captured, placed, removed, stacked;
};

}  // namespace trilogue
