// Games with their history: playing, taking back, repetition, and how a state is made.
#include <sstream>

#include "check.hpp"
#include "state.hpp"

using namespace trilogue;
using namespace trilogue::test;

namespace {

// Draws by the third occurrence at ply 48, by the second at ply 44.
constexpr const char* repeating =
    "d1-b3 h7-f7 e1-g3 f7xb3 g1-g4 h3xf1 g8-g5 h6-f6 d8-b6 a4-c2 c8-c5 a6-c4 "
    "b8-e5 h2-e2 e5xe2 a3xc1 f8-d6 f6-f4 b6-e3 c1xc5 b1xb3 a2-d2 e8-f8 c5xg5 "
    "g3-d3 h5-e5 e2xe5 h4-f6 d6xf6 f1-f5 b3-b4 a5xe5 e3xe5 d2-f2 f8-d6 a7-a6 "
    "b4-b5 f2-e3 e5xe3 g5-d5 d6-c5 f5-d7 c5-d6 d7-f5 d6-c5 f5-d7 c5-d6 d7-f5";

std::vector<std::string> words(std::string_view text) {
    std::istringstream stream{std::string(text)};
    std::vector<std::string> all;
    for (std::string word; stream >> word;) all.push_back(word);
    return all;
}

/// What is wrong, or the position made.
std::string made(const std::string& game, const OptionTexts& options, std::optional<std::string> position) {
    const auto state = make_state(game, options, position);
    if (const auto* fault = std::get_if<StateFault>(&state)) {
        if (fault->option)
            return "option " + fault->option->error.field + ": " + fault->option->error.message;
        return fault->position ? fault->position->message : "no such game";
    }
    return std::visit(
        []<class S>(const S& any) { return S::Game::format_position(any.rules(), any.position()); },
        std::get<AnyGameState>(state));
}

void check_making(Report& report) {
    report.equal(made("lot", {{"size", "5"}}, std::nullopt), "5/5/5/5/5:b:0");
    report.equal(made("lot", {}, "5/5/5/5/5:b"), "5/5/5/5/5:b:0", "the size follows");
    report.equal(made("lag", {}, "bbb/bbbb/5/wwww/www:w"), "bbb/bbbb/5/wwww/www:w:0");
    report.equal(made("loa", {}, "1bbbbbb1/w6w/8:b:0"), "3 rows: loa has 5 to 8");
    report.equal(made("loa", {}, "x"), "1 row: loa has 5 to 8");
    report.equal(made("lag", {}, "5/5/5/5/5/5:b:0"), "6 rows: lag has 5, 7 or 9");
    report.equal(made("lot", {{"size", "6"}}, "5/5/5/5/5:b"), "5 rows: lot of size 6 has 6");
    report.equal(made("lot", {{"size", "005"}}, "5/5/5/5/5:b"), "5/5/5/5/5:b:0", "numbers, not text");
    report.equal(made("lot", {{"size", "006"}}, "5/5/5/5/5:b"), "5 rows: lot of size 6 has 6");
    report.equal(made("lag", {{"size", "4"}}, "bbb/bbbb/5/wwww/www:w"), "5 rows: lag of size 4 has 7");
    report.equal(made("lag", {{"size", "4"}, {"size", "3"}}, "bbb/bbbb/5/wwww/www:w"),
                 "5 rows: lag of size 4 has 7");
    report.equal(made("lag", {{"size", "9"}}, "bbb/bbbb/5/wwww/www:w"), "option size: size must be 3 to 5");
    report.equal(made("chess", {}, std::nullopt), "no such game");
}

void check_playing(Report& report) {
    GameState<Loa> state({}, Loa::start({}));
    const GameState<Loa> before = state;
    const auto played = state.play(words("b1-b3 A3:C1"));
    report.check(std::get<0>(played) == words("b1-b3 a3xc1"), "canonical");
    const GameState<Loa> copy = state;
    const auto failed = state.play(words("c8-c6 e5-e9 b8-b6"));
    report.equal(std::get<MoveFault>(failed).index, 1U);
    report.equal(std::get<MoveFault>(failed).message, "e5-e9: no such cell");
    report.check(state.position() == copy.position() && state.history() == copy.history(), "all or nothing");
    report.check(!state.undo(3) && state.position().ply() == 2, "more than were played");
    report.check(state.undo(2) && state.position() == before.position() && state.history().empty(),
                 "taken back");
    report.equal(state.position().hash(), before.position().hash());
    report.equal(copy.position().ply(), 2U, "a copy lives its own life");
}

void check_over(Report& report) {
    const auto start = position<Loa>({}, "8/8/b2bwb2/3b3w/7w/7w/7w/8:b:40");
    GameState<Loa> state({}, start);
    const auto fault = std::get<MoveFault>(state.play(words("a6xe6 h5-h1")));
    report.check(fault.game_over && fault.index == 1, "over before the second");
    report.equal(fault.message, "the game is over: draw (both-connected)");
    report.check(!state.outcome().over(), "and nothing was played");
}

void check_repetition(Report& report) {
    const std::vector<std::string> moves = words(repeating);
    for (const auto& [option, ply] : {std::pair<std::uint8_t, std::size_t>{0, 48}, {1, 44}, {2, 0}}) {
        GameState<Loa> state({.repetition = option}, Loa::start({.repetition = option}));
        std::size_t drawn = 0;
        for (const std::string& move : moves) {
            if (!std::holds_alternative<MoveFault>(state.play({move})) && state.outcome().over() &&
                drawn == 0)
                drawn = state.position().ply();
        }
        report.equal(drawn, ply, "the ply that draws");
        if (drawn == 0) continue;
        report.equal(state.outcome().reason, std::string_view("repetition"));
        Loa::Moves none;
        state.moves(none);
        report.check(none.empty(), "no moves once drawn");
        report.check(state.undo(1) && !state.outcome().over(), "goes on once taken back");
    }
}

/// Without the side to move in the key, a board that comes back for the other side would count.
void check_side_counts(Report& report) {
    const Loa::Rules rules{.repetition = 1};
    GameState<Loa> state(rules, position<Loa>(rules, "6wb/6ww/8/8/8/8/ww6/bw6:b:0"));
    const auto played = state.play({"pass"});
    report.check(std::holds_alternative<std::vector<std::string>>(played), "passed");
    report.check(!state.outcome().over(), "the same board, but White to move");
}

}  // namespace

int main() {
    Report report;
    check_making(report);
    check_playing(report);
    check_over(report);
    check_repetition(report);
    check_side_counts(report);
    return report.code();
}
