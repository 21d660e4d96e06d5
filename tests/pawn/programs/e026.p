// options:
// says: 026@5 026@6 026@7
// prints:
main() return 0
#endif
#else
#elseif 1
