// options:
// says:
// prints: 0 1 2 10 11\n1 2 4 8\n0 5 10\n1 3 9\n2 3\n1 3\n
native printf(const format[], {Float, _}: ...)
enum { zero, one, two, ten = 10, eleven }
enum (<<= 1) { b0 = 1, b1, b2, b3 }
enum (+= 5) { p0, p5, p10 }
enum (*= 3) { t1 = 1, t3, t9 }
enum color { red, green, blue }
main() {
    printf("%d %d %d %d %d\n", zero, one, two, ten, eleven)
    printf("%d %d %d %d\n", b0, b1, b2, b3)
    printf("%d %d %d\n", p0, p5, p10)
    printf("%d %d %d\n", t1, t3, t9)
    new color: c = blue
    printf("%d %d\n", _: c, _: color)
    new a[color] = {1, 2, 3}
    printf("%d %d\n", a[red], a[blue])
}
