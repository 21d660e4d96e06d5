// options:
// says:
// prints: 6 2 23 3\none three fifteen\n2 3 4\n4 5 6\n4 5 6\n4 5 6\n
native printf(const format[], {Float, _}: ...)
new m[2][3] = { {1, 2, 3}, {4, 5, 6} }
new r[][] = { {1}, {1, 2}, {1, 2, 3} }
new s[3][] = { "one", "three", "fifteen" }
main() {
    new l[3][4]
    for (new i = 0; i < 3; i++)
        for (new j = 0; j < 4; j++) l[i][j] = i * 10 + j
    printf("%d %d %d %d\n", m[1][2], r[2][1], l[2][3], sizeof s)
    printf("%s %s %s\n", s[0], s[1], s[2])
    printf("%d %d %d\n", sizeof m, sizeof m[], sizeof l[])
    row(m[1])
    m[0] = m[1]
    row(m[0])
    new n[2][3]
    n = m
    row(n[1])
}
row(const a[3]) printf("%d %d %d\n", a[0], a[1], a[2])
