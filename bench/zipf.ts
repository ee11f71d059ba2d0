/**
 * Chooses by Zipf's law, as an audience chooses among episodes: the k-th of `count` has a weight of 1 / k^exponent.
 *
 * @param exponent 0 for equal weights; about 1 for the episodes that people watch
 * @returns takes a number from 0 up to, but not including, 1; returns an index from 0, the most popular one
 */
export function zipf(count: number, exponent: number): (uniform: number) => number {
  const upTo: number[] = []
  let sum = 0
  for (let rank = 1; rank <= count; rank += 1) {
    sum += rank ** -exponent
    upTo.push(sum)
  }
  return (uniform) => {
    const wanted = uniform * sum
    let [low, high] = [0, count - 1]
    while (low < high) {
      const middle = (low + high) >> 1
      if (upTo[middle]! > wanted) high = middle
      else low = middle + 1
    }
    return low
  }
}
