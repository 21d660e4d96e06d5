// options:
// says: 061@6
// prints:
#if 0
#else
#elseif 1
#endif
main() return 0
