/** One line of the table. */
export interface Figure {
  name: string
  value: number
  unit:
    | 's'
    | 'ms'
    | 'MB'
    | 'MB/s'
    | 'KB'
    | 'KiB'
    | 'CPU-s'
    | 'CPU-s/GB'
    | 'cores'
    | 'viewers'
    | 'requests'
    | '/s'
    | '‰'
    | 'points'
  /** Cost of the same work done another way, in the same unit; marked when calculated, not measured. */
  baseline?: { value: number; isEstimated?: boolean }
  /** Upper limit, in the same unit. */
  goal?: number
}

/** @throws RangeError when there are no values */
export function median(values: readonly number[]): number {
  if (values.length === 0) throw new RangeError('There is no median of nothing.')
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle]!
  return sorted.length % 2 === 1 ? upper : (sorted[middle - 1]! + upper) / 2
}

/**
 * The smallest value that at least so many percent of all values do not exceed.
 * @throws RangeError when there are no values
 */
export function percentile(values: readonly number[], percent: number): number {
  if (values.length === 0) throw new RangeError('There is no percentile of nothing.')
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil((sorted.length * percent) / 100) - 1)]!
}

/** A text table: figures beside their baselines and goals, with `ok` or `over` where there is a goal. */
export function table(figures: readonly Figure[]): string {
  const head = ['name', 'figure', 'baseline', 'ratio', 'goal', '']
  const rows = [head, ...figures.map(cells)]
  const widths = head.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)))
  const lines = rows.map((row) =>
    row
      .map((cell, column) =>
        column === 0 || column === 5 ? cell.padEnd(widths[column]!) : cell.padStart(widths[column]!),
      )
      .join('  ')
      .trimEnd(),
  )
  const rule = widths
    .map((width) => '-'.repeat(width))
    .join('  ')
    .trimEnd()
  return [lines[0], rule, ...lines.slice(1)].join('\n')
}

function cells({ name, value, unit, baseline, goal }: Figure): string[] {
  return [
    name,
    `${rounded(value)} ${unit}`,
    baseline ? `${baseline.isEstimated ? '~' : ''}${rounded(baseline.value)} ${unit}` : '-',
    baseline && value > 0 ? ratio(value, baseline.value) : '-',
    goal === undefined ? '-' : `<= ${goal} ${unit}`,
    goal === undefined ? '' : value <= goal ? 'ok' : 'over',
  ]
}

/** `1/34` when the figure is smaller than its baseline, `1.2x` when it is not. */
function ratio(value: number, baseline: number): string {
  return value < baseline ? `1/${rounded(baseline / value)}` : `${rounded(value / baseline)}x`
}

/** About three significant digits, and always all before the point. */
function rounded(value: number): string {
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2
  return value.toFixed(digits)
}
