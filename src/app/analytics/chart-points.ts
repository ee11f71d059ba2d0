/** Points of a line over a box of 100 by 100, the axis at the bottom; `greatest` is at the top. */
export function linePoints(values: readonly number[], greatest = Math.max(...values)): string {
  const last = Math.max(1, values.length - 1)
  const round = (value: number) => Math.round(value * 100) / 100
  return values
    .map(
      (value, index) => `${round((index / last) * 100)},${round(greatest > 0 ? 100 - (value / greatest) * 100 : 100)}`,
    )
    .join(' ')
}

/** A round number that is at least this great and divides into four whole steps: 3653 → 4000. */
export function axisTop(greatest: number): number {
  if (greatest <= 4) return 4
  const unit = 10 ** Math.floor(Math.log10(greatest))
  const steps = [1, 2, 4, 8, 10].map((factor) => factor * unit).filter((top) => top % 4 === 0)
  return steps.find((top) => top >= greatest) ?? 20 * unit
}
