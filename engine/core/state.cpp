#include "state.hpp"

namespace trilogue {
namespace {

/// The numbers of rows that boards of the game have, in words.
template <Game G>
std::string rows_in_words() {
    constexpr int most = Grid::max_rows;
    std::vector<int> all;
    for (int rows = 1; rows <= most; rows++)
        if (G::rows_to_size(rows) != 0) all.push_back(rows);
    if (all.back() - all.front() + 1 == static_cast<int>(all.size()))
        return std::to_string(all.front()) + " to " + std::to_string(all.back());
    std::string words;
    for (std::size_t i = 0; i < all.size(); i++)
        words += (i == 0 ? "" : i + 1 == all.size() ? " or " : ", ") + std::to_string(all[i]);
    return words;
}

/// Takes the size from the position's rows where it is not given; else checks the one against the other.
template <Game G>
std::optional<Error> settle_size(OptionTexts& options, const std::string& position) {
    const int rows = count_rows(position), size = G::rows_to_size(rows);
    const std::string found = std::to_string(rows) + (rows == 1 ? " row: " : " rows: ") + G::name;
    if (size == 0) return Error{"position", found + " has " + rows_in_words<G>()};
    for (const auto& [name, text] : options) {
        if (name != "size") continue;
        typename G::Rules given;
        given.size = static_cast<std::uint8_t>(std::stoi(text));  // rules_from has taken it
        if (given.size == size) continue;
        return Error{"position", found + " of size " + std::to_string(given.size) + " has " +
                                     std::to_string(G::grid(given).rows)};
    }
    options.emplace_back("size", std::to_string(size));
    return std::nullopt;
}

template <Game G>
std::variant<AnyGameState, StateFault> make_game(OptionTexts options,
                                                 const std::optional<std::string>& text) {
    auto rules = rules_from<G>(options);
    if (const auto* fault = std::get_if<OptionFault>(&rules)) return StateFault{*fault, std::nullopt};
    if (!text) {
        const auto& standard = std::get<typename G::Rules>(rules);
        return AnyGameState(GameState<G>(standard, G::start(standard)));
    }
    if (auto fault = settle_size<G>(options, *text)) return StateFault{std::nullopt, *fault};
    const auto settled = std::get<typename G::Rules>(rules_from<G>(options));
    const auto position = G::parse_position(settled, *text);
    if (!position) return StateFault{std::nullopt, position.error()};
    return AnyGameState(GameState<G>(settled, position.value()));
}

}  // namespace

std::variant<AnyGameState, StateFault> make_state(const std::string& name, OptionTexts options,
                                                  const std::optional<std::string>& position) {
    std::variant<AnyGameState, StateFault> made = StateFault{};
    Games::each([&]<Game G> {
        if (name == G::name) made = make_game<G>(std::move(options), position);
    });
    return made;
}

}  // namespace trilogue
