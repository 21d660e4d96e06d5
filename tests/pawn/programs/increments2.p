// options:
// says:
// prints: 17 9 7\ny 251 250\n14 6\n
native printf(const format[], {Float, _}: ...)
new g = 5
main() {
    new i = 3, a[3] = {7, 8, 9}, p[4 char]
    a[i - 2]++
    a[0] += 10
    a[i - 1] -= 2
    printf("%d %d %d\n", a[0], a[1], a[2])
    p{0} = 'x'
    p{0}++
    p{1} = 250
    ++p{1}
    --p{1}
    printf("%c %d %d\n", p{0}, p{1}, p{1}++)
    byref(i)
    g++
    printf("%d %d\n", i, g)
}
byref(&x) {
    x++
    ++x
    x--
    x += 10
}
