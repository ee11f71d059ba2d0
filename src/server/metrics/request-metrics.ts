import type { Registry } from 'prom-client'
import { addCounter, addHistogram } from './samples.ts'

/** A request that was answered. */
export interface AnsweredRequest {
  method: string
  /** The pattern of its route, never its path. */
  route: string
  status: number
  /** Time from its first byte until the head of the answer was ready. */
  seconds: number
}

export type ObserveRequest = (request: AnsweredRequest) => void

/** Requests of one method and route. */
interface Tally {
  labels: { method: string; route: string }
  byStatus: Map<number, number>
  /** How many took at most as long as each bound, and no less than the one before; the last has the rest. */
  counts: number[]
  sum: number
}

const methods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])
/** Pages from memory take a millisecond, requests that wait for a video half a minute. */
const BOUNDS_SECONDS = [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 30]

/** Counts the requests of this process. A method of the caller's invention counts as `other`. */
export function addRequestMetrics(register: Registry): ObserveRequest {
  const tallies = new Map<string, Map<string, Tally>>()
  const all = () => [...tallies.values()].flatMap((byMethod) => [...byMethod.values()])

  function tallyOf(method: string, route: string): Tally {
    const byMethod = tallies.get(route) ?? new Map<string, Tally>()
    tallies.set(route, byMethod)
    const known = byMethod.get(method)
    if (known) return known
    const counts = Array<number>(BOUNDS_SECONDS.length + 1).fill(0)
    const tally = { labels: { method, route }, byStatus: new Map(), counts, sum: 0 }
    byMethod.set(method, tally)
    return tally
  }

  addCounter(
    register,
    {
      name: 'hoshi_http_requests_total',
      help: 'Requests that were answered.',
      labelNames: ['method', 'route', 'status'],
    },
    () =>
      all().flatMap(({ labels, byStatus }) =>
        [...byStatus].map(([status, value]) => ({ labels: { ...labels, status: String(status) }, value })),
      ),
  )
  addHistogram(
    register,
    { name: 'hoshi_http_request_duration_seconds', help: 'Time until the head of the answer was ready.' },
    BOUNDS_SECONDS,
    all,
  )
  return ({ method, route, status, seconds }) => {
    const tally = tallyOf(methods.has(method) ? method : 'other', route)
    tally.byStatus.set(status, (tally.byStatus.get(status) ?? 0) + 1)
    let at = 0
    while (at < BOUNDS_SECONDS.length && seconds > BOUNDS_SECONDS[at]!) at += 1
    tally.counts[at]! += 1
    tally.sum += seconds
  }
}
