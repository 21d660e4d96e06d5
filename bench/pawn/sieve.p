// Array accesses and nested loops: the sieve of Eratosthenes, some times over.
const SIZE = 8190

new flags[SIZE + 1]

sieve()
    {
    new count = 0
    for (new i = 0; i <= SIZE; i++)
        flags[i] = true
    for (new i = 0; i <= SIZE; i++)
        {
        if (flags[i])
            {
            new prime = i + i + 3
            for (new k = i + prime; k <= SIZE; k += prime)
                flags[k] = false
            count++
            }
        }
    return count
    }

main()
    {
    new count
    for (new round = 0; round < 10; round++)
        count = sieve()
    return count
    }
