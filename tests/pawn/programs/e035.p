// options:
// says: 035@9 035@10 035@11 035@12 035@13
// prints:
a1(a[]) return a[0]
a2(&r) return r
a3(v) return v
main() {
    new arr[2]
    a1(5)
    a2(5)
    a3(arr)
    a3("text")
    return a2(arr)
}
