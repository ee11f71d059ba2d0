import { Counter, Gauge, type Histogram, type Registry } from 'prom-client'

/** A value of a metric, with its labels. */
export interface Sample<Label extends string = never> {
  labels: Record<Label, string>
  value: number
}

export interface Described<Label extends string> {
  name: string
  help: string
  labelNames: readonly Label[]
}

type Read<Label extends string> = () => readonly Sample<Label>[] | Promise<readonly Sample<Label>[]>

/** Registers a gauge whose samples are read when somebody asks for the metrics. */
export function addGauge<Label extends string>(register: Registry, described: Described<Label>, read: Read<Label>) {
  const gauge = new Gauge<Label>({
    ...described,
    registers: [register],
    async collect() {
      const samples = await read()
      gauge.reset()
      // A metric without labels is 0 after the reset, which is a value too.
      if (samples.length === 0 && described.labelNames.length === 0) gauge.remove()
      for (const { labels, value } of samples) gauge.set(labels, value)
    },
  })
}

/** Registers a counter that is read in the same way: each read gives totals since the start of this process. */
export function addCounter<Label extends string>(register: Registry, described: Described<Label>, read: Read<Label>) {
  const counter = new Counter<Label>({
    ...described,
    registers: [register],
    async collect() {
      const samples = await read()
      counter.reset()
      for (const { labels, value } of samples) counter.inc(labels, value)
    },
  })
}

/** The observations under some labels. */
export interface Observations {
  labels: Record<string, string>
  /** How many were at most each bound, and more than the one before; the last has the rest. */
  counts: readonly number[]
  sum: number
}

/** Registers a histogram that is read when somebody asks. One of prom-client takes microseconds for each observation. */
export function addHistogram(
  register: Registry,
  { name, help }: Pick<Described<never>, 'name' | 'help'>,
  bounds: readonly number[],
  read: () => readonly Observations[],
) {
  const histogram = {
    name,
    async get() {
      const values = read().flatMap(({ labels, counts, sum }) => {
        let count = 0
        const buckets = [...bounds, '+Inf'].map((le, at) => {
          count += counts[at] ?? 0
          return { metricName: `${name}_bucket`, labels: { le, ...labels }, value: count }
        })
        const [total, ofAll] = [`${name}_sum`, `${name}_count`]
        return [...buckets, { metricName: total, labels, value: sum }, { metricName: ofAll, labels, value: count }]
      })
      return { name, help, type: 'histogram', values, aggregator: 'sum' }
    },
  }
  // A registry asks its metrics for no more than that.
  register.registerMetric(histogram as unknown as Histogram)
}

/** The one sample of a metric without labels. */
export function single(value: number): Sample[] {
  return [{ labels: {}, value }]
}
