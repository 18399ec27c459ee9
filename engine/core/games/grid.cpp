#include "games/grid.hpp"

#include <cmath>

namespace trilogue {
namespace {

const double row_height = std::sqrt(3.0) / 2;  // of hexagons that stand on a corner, one unit apart

Point centre_of(const Grid& grid, int row, int place) {
    if (!grid.hexagonal) return {static_cast<double>(place), static_cast<double>(row)};
    return {place - (grid.width_of(row) - 1) / 2.0, row * row_height};
}

std::vector<Point> polygon_of(const Grid& grid, Point centre) {
    static constexpr double half = 0.5;
    if (!grid.hexagonal)
        return {{centre.x - half, centre.y - half},
                {centre.x + half, centre.y - half},
                {centre.x + half, centre.y + half},
                {centre.x - half, centre.y + half}};
    const double radius = 1 / std::sqrt(3.0);
    return {{centre.x, centre.y - radius},
            {centre.x + half, centre.y - radius / 2},
            {centre.x + half, centre.y + radius / 2},
            {centre.x, centre.y + radius},
            {centre.x - half, centre.y + radius / 2},
            {centre.x - half, centre.y - radius / 2}};
}

void add_labels(const Grid& grid, std::vector<Label>& labels) {
    for (int row = 0; row < grid.rows; row++) {
        const Point left = centre_of(grid, row, 0);
        labels.push_back({std::string(1, grid.row_name(row)), {left.x - 1, left.y}});
    }
    for (int place = 0; place < grid.width_of(0); place++) {
        const Point bottom = centre_of(grid, 0, place);
        const std::string cell = grid.name(static_cast<unsigned>(grid.cell(0, place)));
        if (!grid.hexagonal) labels.push_back({cell.substr(0, 1), {bottom.x, bottom.y - 1}});
    }
    // In a hexagon the places of a row are counted from its left end: each row shows its last one.
    for (int row = 0; grid.hexagonal && row < grid.rows; row++) {
        const Point right = centre_of(grid, row, grid.width_of(row) - 1);
        labels.push_back({std::to_string(grid.width_of(row)), {right.x + 1, right.y}});
    }
}

}  // namespace

BoardShape shape_of(const Grid& grid) {
    BoardShape shape;
    for (int row = 0; row < grid.rows; row++) {
        for (int place = 0; place < grid.width_of(row); place++) {
            const Point centre = centre_of(grid, row, place);
            const std::string name = grid.name(static_cast<unsigned>(grid.cell(row, place)));
            shape.cells.push_back({name, centre, polygon_of(grid, centre)});
        }
    }
    add_labels(grid, shape.labels);
    return shape;
}

}  // namespace trilogue
