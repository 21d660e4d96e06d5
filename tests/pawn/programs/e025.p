// options:
// says: 025@6 025@7 025@9 025@11 202@12 203@6
// prints:
forward f(a, b)
f(a) return a
forward Tag: g()
g() return 1
forward h(a = 1)
h(a = 2) return a
forward plain()
public plain() return 1
main() return f(1) + h()
