import { cpuTime } from './cpu-time.ts'
import { type HoshiProcess, residentMb } from './hoshi-process.ts'
import { postgresCpuSeconds } from './postgres-cpu.ts'

/** The load of a site on its machine in some time. */
export interface SiteLoad {
  seconds: number
  /** Processor time of all nodes. */
  hoshiSeconds: number
  postgresSeconds: number
  /** Resident memory of the largest node at the end, in MB. */
  residentMb: number
  /** The 99th percentile of the node that is worst, in milliseconds. */
  eventLoopLagMs: number
}

/** Starts to watch the processes of a site on this machine. @returns a function that ends it */
export async function watchSite(nodes: readonly HoshiProcess[], postmaster: number): Promise<() => Promise<SiteLoad>> {
  // The lag is that since the last time it was asked for.
  await Promise.all(nodes.map(readEventLoopLag))
  const startedAt = performance.now()
  const [hoshi, postgres] = [await hoshiSeconds(nodes), await postgresCpuSeconds(postmaster)]
  return async () => ({
    seconds: (performance.now() - startedAt) / 1000,
    hoshiSeconds: (await hoshiSeconds(nodes)) - hoshi,
    postgresSeconds: (await postgresCpuSeconds(postmaster)) - postgres,
    residentMb: Math.max(...(await Promise.all(nodes.map(({ pid }) => residentMb(pid))))),
    eventLoopLagMs: Math.max(...(await Promise.all(nodes.map(readEventLoopLag)))),
  })
}

async function hoshiSeconds(nodes: readonly HoshiProcess[]): Promise<number> {
  const times = await Promise.all(nodes.map(({ pid }) => cpuTime(pid)))
  return times.reduce((sum, { own }) => sum + own, 0)
}

async function readEventLoopLag({ url }: HoshiProcess): Promise<number> {
  const metrics = await (await fetch(`${url}/metrics`)).text()
  return Number(/^hoshi_event_loop_lag_seconds\{quantile="0\.99"\} (\S+)$/m.exec(metrics)?.[1] ?? 0) * 1000
}
