// options:
// says: 091@7 091@8 213@9
// prints:
enum one { same, x1 }
enum two { x2, same }
main() {
    new a = same
    new one: b = same
    return a + _: b + _: x1 + _: x2
}
