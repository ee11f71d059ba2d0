import { readdir } from 'node:fs/promises'
import { monitorEventLoopDelay, performance } from 'node:perf_hooks'
import type { Registry } from 'prom-client'
import { addCounter, addGauge, single } from './samples.ts'

/** Time between two looks at the event loop. */
const RESOLUTION_MS = 20
const NS_PER_SECOND = 1e9
const US_PER_SECOND = 1e6

/**
 * Metrics of this process; metrics of every process have the names that Prometheus gives them. The event loop is
 * watched from the first scrape on, so that metrics that nobody reads cost nothing.
 *
 * @returns a function that ends the watching
 */
export function addProcessMetrics(register: Registry): () => void {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  // An interval without any delay takes as long as the resolution.
  const lag = (ns: number) => Math.max(0, ns / NS_PER_SECOND - RESOLUTION_MS / 1000)

  addGauge(
    register,
    {
      name: 'hoshi_event_loop_lag_seconds',
      help: 'How late the event loop came to its timers since the last scrape.',
      labelNames: ['quantile'],
    },
    () => {
      const isFirst = delay.enable()
      const [median, p99, max] = [delay.percentile(50), delay.percentile(99), delay.max]
      const isEmpty = isFirst || delay.count === 0
      delay.reset()
      if (isEmpty) return []
      return [
        { labels: { quantile: '0.5' }, value: lag(median) },
        { labels: { quantile: '0.99' }, value: lag(p99) },
        { labels: { quantile: '1' }, value: lag(max) },
      ]
    },
  )
  addCounter(
    register,
    {
      name: 'hoshi_event_loop_active_seconds_total',
      help: 'Time in which the event loop was busy.',
      labelNames: [],
    },
    () => single(performance.eventLoopUtilization().active / 1000),
  )
  addCounter(
    register,
    { name: 'process_cpu_seconds_total', help: 'Processor time of this process, without its tools.', labelNames: [] },
    () => {
      const { user, system } = process.cpuUsage()
      return single((user + system) / US_PER_SECOND)
    },
  )
  addGauge(
    register,
    { name: 'process_resident_memory_bytes', help: 'Resident memory of this process.', labelNames: [] },
    () => single(process.memoryUsage.rss()),
  )
  addGauge(
    register,
    { name: 'nodejs_heap_size_used_bytes', help: 'Memory that JavaScript uses.', labelNames: [] },
    () => single(process.memoryUsage().heapUsed),
  )
  addGauge(register, { name: 'process_open_fds', help: 'Open files and connections.', labelNames: [] }, async () =>
    single((await readdir('/proc/self/fd').catch(() => [])).length),
  )
  const startedAt = (Date.now() - performance.now()) / 1000
  addGauge(
    register,
    { name: 'process_start_time_seconds', help: 'When this process started, in Unix time.', labelNames: [] },
    () => single(startedAt),
  )
  return () => void delay.disable()
}
