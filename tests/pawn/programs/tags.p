// options:
// says: 208@16
// prints: 3 1\n5\n1\n
native printf(const format[], {Float, _}: ...)
new Apple: a = Apple: 3
main() {
    new Apple: b = a, weak: w = weak: 4, x
    x = w
    x = _: b
    printf("%d %d\n", x, tagof(b) == tagof(Apple:))
    b = give(Apple: 5)
    printf("%d\n", _: b)
    new bool: t = x > 2
    printf("%d\n", t)
}
Apple: give(Apple: v) return v
