// options:
// says:
// prints: 6 of 3\n35 of 2\n0 of 0\n
native printf(const format[], {Float, _}: ...)
main() {
    new v = 3
    new a[2] = {4, 5}
    sum(1, 2, v)
    sum(v * 10, a[1])
    sum()
}
native numargs()
native getarg(arg, index = 0)
sum(...) {
    new total
    for (new i = 0; i < numargs(); i++) total += getarg(i)
    printf("%d of %d\n", total, numargs())
}
