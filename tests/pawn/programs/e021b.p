// options:
// says:
// prints:
enum { same }
enum { same }
main() return same
