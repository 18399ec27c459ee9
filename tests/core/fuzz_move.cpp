// Any bytes are a legal move or are refused with a reason; a move that is read is written the same when
// read again. The first bytes play a few moves of a game, so that positions vary.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>

#include "games/list.hpp"

using namespace trilogue;

namespace {

constexpr std::size_t plies = 8;

template <Game G>
void try_move(const std::uint8_t* choices, std::string_view text) {
    const typename G::Rules rules;
    auto position = G::start(rules);
    MovesOf<G> legal;
    for (std::size_t ply = 0; ply < plies; ply++) {
        legal.clear();
        G::moves(rules, position, legal);
        if (legal.empty()) break;
        position = G::after(rules, position, legal[choices[ply] % legal.size()]);
    }
    const auto read = G::parse_move(rules, position, text);
    if (!read) {
        if (read.error().message.empty()) std::abort();
        return;
    }
    legal.clear();
    G::moves(rules, position, legal);
    if (!legal.contains(read.value())) std::abort();
    const auto again = G::parse_move(rules, position, G::format_move(rules, position, read.value()));
    if (!again || !(again.value() == read.value())) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size < plies + 1) return 0;
    const std::string_view text(reinterpret_cast<const char*>(data) + plies + 1, size - plies - 1);
    unsigned game = 0;
    Games::each([&]<Game G> {
        if (data[0] % 3U == game++) try_move<G>(data + 1, text);
    });
    return 0;
}
