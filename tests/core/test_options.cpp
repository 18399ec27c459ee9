// Options: defaults, types, and what is refused.
#include "check.hpp"
#include "games/list.hpp"

using namespace trilogue;
using namespace trilogue::test;

namespace {

template <Game G>
std::string outcome_of(const OptionTexts& texts) {
    const auto made = rules_from<G>(texts);
    if (const auto* fault = std::get_if<OptionFault>(&made))
        return (fault->unknown ? "unknown " : "bad ") + fault->error.field + ": " + fault->error.message;
    std::string all;
    for (const auto& [name, value] : options_of<G>(std::get<typename G::Rules>(made))) {
        const auto* number = std::get_if<int>(&value);
        all += (all.empty() ? "" : " ") + name + '=' +
               (number != nullptr ? std::to_string(*number) : '"' + std::get<std::string>(value) + '"');
    }
    return all;
}

}  // namespace

int main() {
    Report report;
    report.equal(outcome_of<Lag>({}), "size=5");
    report.equal(outcome_of<Loa>({}),
                 "size=8 simultaneous=\"draw\" nomove=\"pass\" repetition=\"3\" setup=\"standard\"");
    report.equal(outcome_of<Lot>({{"size", "6"}, {"pie", "off"}}), "size=6 pie=\"off\"");
    report.equal(outcome_of<Loa>({{"repetition", "off"}, {"setup", "scrambled"}}),
                 "size=8 simultaneous=\"draw\" nomove=\"pass\" repetition=\"off\" setup=\"scrambled\"");
    report.equal(outcome_of<Lag>({{"size", "6"}}), "bad size: size must be 3 to 5");
    for (const char* size : {"", "x", "5x", "-5", "4.0", "99999999999999999999", "261"})
        report.equal(outcome_of<Lag>({{"size", size}}), "bad size: size must be 3 to 5", size);
    report.equal(outcome_of<Lot>({{"pie", ""}}), "bad pie: pie must be one of on, off");
    report.equal(outcome_of<Lag>({{"pie", "on"}}), "unknown pie: lag takes no pie; its options are size");
    return report.code();
}
