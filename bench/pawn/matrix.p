// Two dimensions and arithmetic: a product of matrices, and a switch over what is left.
const N = 24

new a[N][N]
new b[N][N]
new c[N][N]

multiply()
    {
    for (new i = 0; i < N; i++)
        for (new k = 0; k < N; k++)
            {
            new sum = 0
            for (new m = 0; m < N; m++)
                sum += a[i][m] * b[m][k]
            c[i][k] = sum
            }
    }

weigh(value)
    {
    switch (value & 7)
        {
        case 0: return 1
        case 1: return value
        case 2, 3: return -value
        case 5: return value << 1
        case 6: return value / 3
        default: return 7
        }
    return 0
    }

main()
    {
    new total = 0
    for (new i = 0; i < N; i++)
        for (new k = 0; k < N; k++)
            {
            a[i][k] = i * k % 17
            b[i][k] = i - k
            }
    for (new round = 0; round < 10; round++)
        {
        multiply()
        for (new i = 0; i < N; i++)
            for (new k = 0; k < N; k++)
                total += weigh(c[i][k] + round)
        }
    return total
    }
