// Cells, their names, and their shapes.
#include <cmath>

#include "check.hpp"
#include "games/grid.hpp"
#include "games/lag_tables.hpp"

using namespace trilogue;

namespace {

void check_names(test::Report& report, const Grid& grid, int cells) {
    report.equal(count(grid.cells), cells, "cells");
    each_cell(grid.cells, [&](unsigned cell) {
        report.equal(grid.parse(grid.name(cell)), static_cast<int>(cell), grid.name(cell));
        report.equal(grid.cell(grid.row_of(cell), grid.place_of(cell)), static_cast<int>(cell),
                     grid.name(cell));
    });
    for (const char* text : {"", "a", "a0", "j1", "z9", "11", "aa", "a1b", "a:", "`1", "A\xff"})
        report.check(grid.parse(text) < 0, text);
}

void check_shapes(test::Report& report, const Grid& grid) {
    const BoardShape shape = shape_of(grid);
    report.equal(shape.cells.size(), static_cast<std::size_t>(count(grid.cells)));
    const std::size_t corners = grid.hexagonal ? 6 : 4;
    for (const CellShape& cell : shape.cells) {
        report.equal(cell.polygon.size(), corners, cell.name);
        double area = 0, x = 0, y = 0;
        for (std::size_t i = 0; i < corners; i++) {
            const Point a = cell.polygon[i], b = cell.polygon[(i + 1) % corners];
            area += (a.x * b.y - b.x * a.y) / 2;
            x += a.x / static_cast<double>(corners);
            y += a.y / static_cast<double>(corners);
        }
        const double whole = grid.hexagonal ? std::sqrt(3.0) / 2 : 1;
        report.check(std::abs(area - whole) < 1e-9, cell.name + ": cells one unit apart tile the plane");
        report.check(std::hypot(x - cell.centre.x, y - cell.centre.y) < 1e-9, cell.name + ": centre");
    }
}

/// Neighbours by the tables are neighbours on paper.
void check_hexagon(test::Report& report, int size) {
    const lag::Tables& tables = lag::tables_by_size[static_cast<unsigned>(size - 3)];
    const BoardShape shape = shape_of(tables.grid);
    for (unsigned a = 0; a < shape.cells.size(); a++) {
        for (unsigned b = 0; b < shape.cells.size(); b++) {
            const Point p = shape.cells[a].centre, q = shape.cells[b].centre;
            const bool near = std::abs(std::hypot(p.x - q.x, p.y - q.y) - 1) < 1e-9;
            report.equal(has(tables.neighbours[a], b), near, shape.cells[a].name + shape.cells[b].name);
        }
    }
}

/// Every direction keeps its course on paper, for every distance.
void check_courses(test::Report& report, int size) {
    const lag::Tables& tables = lag::tables_by_size[static_cast<unsigned>(size - 3)];
    const BoardShape shape = shape_of(tables.grid);
    const double half = 0.5, high = std::sqrt(3.0) / 2;
    const Point course[] = {{-1, 0}, {1, 0}, {-half, high}, {half, high}, {-half, -high}, {half, -high}};
    for (unsigned cell = 0; cell < shape.cells.size(); cell++) {
        for (unsigned direction = 0; direction < lag::directions; direction++) {
            for (unsigned distance = 1; distance <= lag::max_men; distance++) {
                const unsigned to = tables.target[cell][direction][distance];
                if (to == lag::off_board) continue;
                const Point from = shape.cells[cell].centre, at = shape.cells[to].centre;
                const double x = from.x + course[direction].x * distance,
                             y = from.y + course[direction].y * distance;
                report.check(std::hypot(x - at.x, y - at.y) < 1e-9, shape.cells[cell].name + " goes astray");
            }
        }
    }
}

}  // namespace

int main() {
    test::Report report;
    for (int size = 5; size <= 8; size++) {
        check_names(report, Grid::square(size), size * size);
        check_shapes(report, Grid::square(size));
    }
    for (int size = 3; size <= 5; size++) {
        check_names(report, Grid::hexagon(size), 3 * size * (size - 1) + 1);
        check_shapes(report, Grid::hexagon(size));
        check_hexagon(report, size);
        check_courses(report, size);
    }
    return report.code();
}
