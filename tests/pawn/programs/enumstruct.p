// options:
// says: 047@13-14
// prints:
native printf(const format[], {Float, _}: ...)
enum rect { left, top, name[8], Float: scale, right }
show(const r[rect]) {
    printf("%d %d %s %d %d\n", r[left], r[top], r[name], _: r[scale], r[right])
}
main() {
    new r[rect] = {1, 2, "box", Float: 3, 4}
    show(r)
    r[left] = 9
    r[name] = "new"
    r[name][0] = 'N'
    show(r)
    printf("%d %d\n", sizeof r, sizeof r[name])
    new list[2][rect]
    list[1] = r
    list[1][right] = 77
    show(list[1])
}
