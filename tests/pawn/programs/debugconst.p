// options: -d2
// says:
// prints:
#if debug != 2
  #error debug
#endif
main() return 0
