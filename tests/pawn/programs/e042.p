// options:
// says: 042@4 042@5 235@6 020@7 203@4 203@5
// prints:
static public f() return 1
public stock native g()
native public h()
const const k = 1
main() return 0
