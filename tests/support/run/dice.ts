/** A pseudorandom whole number from 0, below `count`. */
export type Dice = (count: number) => number

/** Dice with the same throws for the same seed. */
export function createDice(seed: number): Dice {
  let state = seed
  return (count) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
    return Math.floor((state / 0x80000000) * count)
  }
}
