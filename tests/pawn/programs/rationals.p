// options:
// says:
// prints: 1500 1 -2250\n3250\n
native printf(const format[], {Float, _}: ...)
#pragma rational Fixed(3)
main() {
    printf("%d %d %d\n", _: 1.5, _: 0.001, _: -2.25)
    new Fixed: f = 3.25
    printf("%d\n", _: f)
}
