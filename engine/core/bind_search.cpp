// Searcher, and evaluate of State, for Python.
#include "bindings.hpp"

namespace trilogue {

void bind_search(nb::module_&, nb::class_<AnyState>&) {}

}  // namespace trilogue
