// options:
// says:
// prints: 6 3 42\n36 2 2 2\n8 5\n
native printf(const format[], {Float, _}: ...)
new c[2][2][2] = { { {1, 2}, {3, 4} }, { {5, 6}, {7, 8} } }
main() {
    new l[2][3][4]
    l[1][2][3] = 42
    printf("%d %d %d\n", c[1][0][1], c[0][1][0], l[1][2][3])
    new t
    for (new i = 0; i < 2; i++) for (new j = 0; j < 2; j++) for (new k = 0; k < 2; k++) t += c[i][j][k]
    printf("%d %d %d %d\n", t, sizeof c, sizeof c[], sizeof c[][])
    c[0] = c[1]
    printf("%d %d\n", c[0][1][1], c[0][0][0])
}
