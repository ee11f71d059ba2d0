/** @returns shuffles lists, in the same way in every run */
export function createShuffle(seed = 1): <Item>(items: Item[]) => Item[] {
  let last = seed
  return (items) => {
    const keyed = items.map((item) => {
      last = (last * 48_271) % 2_147_483_647
      return { item, key: last }
    })
    return keyed.sort((one, other) => one.key - other.key).map(({ item }) => item)
  }
}
