// options:
// says: 021@5 021@8 021@10 219@11 203@12 203@10 021@15 201@16 203@15
// prints:
f() return 1
f() return 2
new v
new v
const c = 1
main() {
    new a, a
    new c
    a = f() + v
    return a + c
}
f2(a, a) return a
enum { e1, e1 }
