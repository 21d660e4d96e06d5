// options:
// says: 060@6
// prints:
#if 1
#else
#else
#endif
main() return 0
