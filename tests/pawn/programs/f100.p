// options:
// says: 100@4
// prints:
#include "no such file at all"
main() return 0
