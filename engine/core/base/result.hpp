// A value or the reason why there is none (std::expected comes only with C++23).
#pragma once

#include <string>
#include <utility>
#include <variant>

namespace trilogue {

/// What is wrong, in words a person can act on; `field` names the part that is at fault.
struct Error {
    std::string field;
    std::string message;
};

template <class T>
class [[nodiscard]] Result {
  public:
    Result(T value) : content_(std::move(value)) {}      // NOLINT: implicit by design
    Result(Error error) : content_(std::move(error)) {}  // NOLINT: implicit by design
    [[nodiscard]] bool ok() const { return content_.index() == 0; }
    explicit operator bool() const { return ok(); }
    [[nodiscard]] const T& value() const { return *std::get_if<0>(&content_); }
    [[nodiscard]] T& value() { return *std::get_if<0>(&content_); }
    [[nodiscard]] const Error& error() const { return *std::get_if<1>(&content_); }

  private:
    std::variant<T, Error> content_;
};

}  // namespace trilogue
