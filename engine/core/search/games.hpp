// All games with what the search knows of them.
#pragma once

#include "games/list.hpp"
#include "search/tactics_lag.hpp"
#include "search/tactics_loa.hpp"
#include "search/tactics_lot.hpp"
