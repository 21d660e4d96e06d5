// options: -d0
// says:
// prints:
#assert 1 == 2
main() {
    assert 0 > 1
    new a[2], i = 5
    return a[i % 2]
}
