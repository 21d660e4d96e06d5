// options:
// says:
// prints: 2 1\n20 10\n200\n
native printf(const format[], {Float, _}: ...)
main() {
    new a = 1, b = 2, arr[2] = {10, 20}
    swap(a, b)
    printf("%d %d\n", a, b)
    swap(arr[0], arr[1])
    printf("%d %d\n", arr[0], arr[1])
    outer(a)
    printf("%d\n", a)
}
swap(&x, &y) {
    new t = x
    x = y
    y = t
}
outer(&x) inner(x)
inner(&x) x *= 100
