// The closed list of games. A fourth one is its header, its entry here, its page of rules and its row
// in the tests.
#pragma once

#include <variant>

#include "games/game.hpp"
#include "games/lag.hpp"
#include "games/loa.hpp"
#include "games/lot.hpp"

namespace trilogue {

template <Game... Gs>
struct GameList {
    /// One of `T<G>` for a game of the list: where a game is chosen at run time.
    template <template <class> class T>
    using AnyOf = std::variant<T<Gs>...>;

    /// Calls `visit.template operator()<G>()` for each game, in alphabetical order.
    template <class Visit>
    static void each(Visit visit) {
        (visit.template operator()<Gs>(), ...);
    }
};

using Games = GameList<Lag, Loa, Lot>;

}  // namespace trilogue
