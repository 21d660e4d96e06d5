// Comparisons and exchanges: an insertion sort and a quicksort over numbers from a small generator.
const COUNT = 1200

new numbers[COUNT]
new seed = 12345

next()
    {
    seed = seed * 1103515245 + 12345
    return (seed >>> 16) & 0x7fff
    }

fill(values[], count)
    {
    for (new i = 0; i < count; i++)
        values[i] = next()
    }

insertion(values[], count)
    {
    for (new i = 1; i < count; i++)
        {
        new value = values[i]
        new k = i - 1
        while (k >= 0 && values[k] > value)
            {
            values[k + 1] = values[k]
            k--
            }
        values[k + 1] = value
        }
    }

quick(values[], low, high)
    {
    new i = low
    new k = high
    new pivot = values[(low + high) / 2]
    while (i <= k)
        {
        while (values[i] < pivot)
            i++
        while (values[k] > pivot)
            k--
        if (i <= k)
            {
            new value = values[i]
            values[i] = values[k]
            values[k] = value
            i++
            k--
            }
        }
    if (low < k)
        quick(values, low, k)
    if (i < high)
        quick(values, i, high)
    }

sum(const values[], count)
    {
    new total = 0
    for (new i = 0; i < count; i++)
        total = total * 31 + values[i]
    return total
    }

main()
    {
    fill(numbers, COUNT)
    insertion(numbers, COUNT)
    new total = sum(numbers, COUNT)
    for (new round = 0; round < 10; round++)
        {
        fill(numbers, COUNT)
        quick(numbers, 0, COUNT - 1)
        total ^= sum(numbers, COUNT)
        }
    return total
    }
