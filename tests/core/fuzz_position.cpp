// Any bytes are a position of a game or are refused with a reason; what is read is written the same.
// The first byte picks game and size.
#include <cstddef>
#include <cstdint>
#include <cstdlib>

#include "games/list.hpp"

using namespace trilogue;

namespace {

template <Game G>
void try_position(std::uint8_t choice, std::string_view text) {
    typename G::Rules rules;
    constexpr auto& size = G::options[0];
    rules.size = static_cast<std::uint8_t>(size.low + choice % (size.high - size.low + 1));
    const auto read = G::parse_position(rules, text);
    if (!read) {
        if (read.error().message.empty() || read.error().field.empty()) std::abort();
        return;
    }
    const std::string written = G::format_position(rules, read.value());
    const auto again = G::parse_position(rules, written);
    if (!again || !(again.value() == read.value()) || G::format_position(rules, again.value()) != written)
        std::abort();
    if (read.value().hash() != G::hash_of(rules, read.value())) std::abort();
    MovesOf<G> moves;
    G::moves(rules, read.value(), moves);
    if (moves.empty() != G::outcome(rules, read.value()).over()) std::abort();
    if (static_cast<int>(moves.size()) != G::count_moves(rules, read.value())) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size == 0) return 0;
    const std::string_view text(reinterpret_cast<const char*>(data) + 1, size - 1);
    unsigned game = 0;
    Games::each([&]<Game G> {
        if (data[0] % 3U == game++) try_position<G>(data[0] / 3U, text);
    });
    return 0;
}
