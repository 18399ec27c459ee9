// LAG's objects, the connected groups of a colour, kept move by move.
//
// Euler's formula makes it quick: on a hexagonal board, groups - holes changes with a man only by how
// his neighbours lie round him, and where there is no hole that gives the groups alone.
#pragma once

#include <array>
#include <cstdint>

#include "base/bits.hpp"
#include "games/lag_tables.hpp"

namespace trilogue::lag {

/// The number of groups that some men form, and of the holes they enclose.
struct Groups {
    std::uint8_t objects = 0;
    std::uint8_t holes = 0;

    friend constexpr bool operator==(const Groups&, const Groups&) = default;
};

/// How many arcs the men on six neighbours form, by the index that `arcs_round` makes; none when all or
/// none of the six are taken.
constexpr std::array<std::uint8_t, 128> make_arcs() {
    std::array<std::uint8_t, 128> arcs{};
    // Bits of the index: 0 up-left, 1 up-right, 2 down-left, 3 down-right, 4 left, 6 right.
    constexpr std::array<unsigned, 6> around{6, 1, 0, 4, 2, 3};
    for (unsigned pattern = 0; pattern < 128; pattern++) {
        for (unsigned i = 0; i < 6; i++) {
            const bool here = (pattern >> around[i] & 1U) != 0;
            const bool next = (pattern >> around[(i + 1) % 6] & 1U) != 0;
            if (here && !next) arcs[pattern]++;
        }
    }
    return arcs;
}

inline constexpr auto arcs = make_arcs();

constexpr int arcs_round(const Tables& tables, Bits men, unsigned cell) {
    const Ring& ring = tables.ring[cell];
    const Bits above = (men & ring.above) << 1U >> ring.above_shift;
    const Bits below = (men & ring.below) << 1U >> ring.below_shift;
    const Bits beside = (men & ring.beside) << 1U >> cell;
    return arcs[above | below << 2U | beside << 4U];
}

/// The number of groups, counted from nothing.
constexpr int count_objects(const Tables& tables, Bits men) {
    int objects = 0;
    while (men != 0) {
        Bits edge = men & (~men + 1);
        men ^= edge;
        objects++;
        while (edge != 0 && men != 0) {
            const Bits next = tables.neighbours[lowest(edge)] & men;
            edge = without_lowest(edge) | next;
            men ^= next;
        }
    }
    return objects;
}

/// Groups of a known number, where groups - holes is `euler`.
constexpr Groups groups_of(int objects, int euler) {
    return {static_cast<std::uint8_t>(objects), static_cast<std::uint8_t>(objects - euler)};
}

/// The groups of the others, once the man on `cell` leaves them. Two arcs round him that hung together
/// elsewhere would enclose a hole with him, so without holes each arc is a group of its own.
constexpr Groups without(const Tables& tables, Bits others, unsigned cell, Groups before) {
    const int around = arcs_round(tables, others, cell);
    const int euler = before.objects - before.holes + around - 1;
    if (before.holes == 0 && around != 0) return groups_of(euler, euler);
    if (around > 1) return groups_of(count_objects(tables, others), euler);
    const bool alone = (others & tables.neighbours[cell]) == 0;
    return groups_of(before.objects - (alone ? 1 : 0), euler);
}

/// The groups once a man on `cell` joins the others. If several arcs lie round him, only a look at the
/// board tells which hang together already.
constexpr Groups with(const Tables& tables, Bits others, unsigned cell, Groups before) {
    const int around = arcs_round(tables, others, cell);
    const int euler = before.objects - before.holes + 1 - around;
    if (around > 1)
        return groups_of(before.objects == 1 ? 1 : count_objects(tables, others | bit(cell)), euler);
    const bool alone = (others & tables.neighbours[cell]) == 0;
    return groups_of(before.objects + (alone ? 1 : 0), euler);
}

/// The groups of `men` after one goes from `from` to `to`.
constexpr Groups moved(const Tables& tables, Bits men, unsigned from, unsigned to, Groups before) {
    const Bits others = men ^ bit(from);
    return with(tables, others, to, without(tables, others, from, before));
}

/// The groups of men that were set up, one joining after the other.
constexpr Groups groups_of_men(const Tables& tables, Bits men) {
    Groups groups;
    Bits others = 0;
    each_cell(men, [&](unsigned cell) {
        groups = with(tables, others, cell, groups);
        others |= bit(cell);
    });
    return groups;
}

}  // namespace trilogue::lag
