import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import { startEmbeddedPostgres } from '#platform/embedded-postgres.server.ts'
import { createLog } from '#platform/log.server.ts'
import type { Browser } from './browser.ts'
import { createTally } from './browser.ts'
import { measureCosts, warmUp } from './capacity-costs.ts'
import { onCleanup } from './cleanup.ts'
import { type Figure, percentile } from './figures.ts'
import { startHoshi, withDataDir } from './hoshi-process.ts'
import { postmasterPid } from './postgres-cpu.ts'
import { type SeededSite, seedSite } from './seeded-site.ts'
import { createAudience, type Measured, type Site } from './site-audience.ts'
import { watchSite } from './site-load.ts'
import { visit } from './visit.ts'
import { zipf } from './zipf.ts'

const EPISODES = 300
const ZIPF_EXPONENT = 0.95
/** Viewers at once, step by step until a limit is broken. */
const STEPS = [50, 100, 200, 300, 400, 600, 800, 1200, 1600, 2400]
/** Viewers of a step arrive one after the other in about the time of a visit, so that as many come as leave; then it is measured. */
const ARRIVAL_MS = 45_000
const STEP_MS = 30_000
const PAGE_LIMIT_MS = 500
/** Share of the segments that may arrive later than they are needed. */
const LATE_LIMIT = 0.001

type Report = (line: string) => void

interface Step extends Measured {
  viewers: number
  /** Processor time of the viewers, which are this process. */
  ownSeconds: number
  /** The 99th percentile of how late this process is itself. */
  ownLagMs: number
}

/**
 * Measures the capacity of a site of 300 episodes: the processor time of a page, of media and of a view, one kind at a
 * time; then more and more viewers who behave as people do, until pages or segments come too late: on one web node, and
 * on two.
 */
export function measureCapacity(report: Report): Promise<Figure[]> {
  return withDataDir(async (dataDir) => {
    const postgres = await startEmbeddedPostgres({ dataDir, log: createLog('silent') })
    const unregister = onCleanup(() => postgres.stop())
    try {
      const seeded = await seedSite(dataDir, postgres.connectionString, EPISODES, report)
      return await measureSeeded(dataDir, seeded, report)
    } finally {
      unregister()
      await postgres.stop()
    }
  })
}

async function measureSeeded(dataDir: string, seeded: SeededSite, report: Report): Promise<Figure[]> {
  const { settings, episodeIds, minute } = seeded
  const choose = zipf(episodeIds.length, ZIPF_EXPONENT)
  const start = () => startHoshi(dataDir, 'server', 'web', settings)
  const site: Site = {
    nodes: [await start()],
    postmaster: await postmasterPid(settings.DATABASE_URL),
    databaseUrl: settings.DATABASE_URL,
    chooseEpisode: () => episodeIds[choose(Math.random())]!,
  }
  const costs = await measureCosts(site, report)
  const one = await raise(site, report)
  site.nodes.push(await start())
  await warmUp(site)
  const two = await raise(site, report, (one.findLast((step) => !isTooMuch(step))?.viewers ?? 0) / 2)
  for (const { stop } of site.nodes) await stop()
  return [
    { name: 'a minute of film: its original', value: minute.originalBytes / 1e6, unit: 'MB' },
    { name: '  its renditions and pictures', value: minute.mediaBytes / 1e6, unit: 'MB' },
    { name: '  until nothing is left to do', value: minute.cpuSeconds, unit: 'CPU-s' },
    ...costs,
    ...stepFigures('one web node', one),
    ...stepFigures('two web nodes', two),
  ]
}

/**
 * Raises the number of viewers until a limit is broken.
 *
 * @param from the first number is at least so many
 * @returns all steps, of which only the last may break a limit
 */
async function raise(site: Site, report: Report, from = 0): Promise<Step[]> {
  const steps: Step[] = []
  for (const viewers of STEPS.filter((each) => each >= from)) {
    const step = await measureStep(site, viewers)
    steps.push(step)
    report(`${site.nodes.length} web node(s): ${summary(step)}`)
    if (isTooMuch(step)) break
  }
  return steps
}

function summary(step: Step): string {
  const { tally, load } = step
  const perSecond = (count: number, digits: number) => (count / load.seconds).toFixed(digits)
  return [
    `${step.viewers} viewers`,
    `${perSecond(tally.requests, 0)} requests/s, ${perSecond(tally.bytes / 1e6, 0)} MB/s`,
    `pages p95 ${pageTime(step).toFixed(0)} ms, ${tally.lateSegments} of ${tally.segments} segments late`,
    `cores: Hoshi ${perSecond(load.hoshiSeconds, 2)}, PostgreSQL ${perSecond(load.postgresSeconds, 2)}, viewers ${perSecond(step.ownSeconds, 2)}`,
    ...(tally.broken > 0 ? [`${tally.broken} visits with a broken connection`] : []),
    `lag ${load.eventLoopLagMs.toFixed(0)} ms, of the viewers ${step.ownLagMs.toFixed(0)} ms`,
  ].join('; ')
}

function isTooMuch(step: Step): boolean {
  const { segments, lateSegments, broken } = step.tally
  return pageTime(step) > PAGE_LIMIT_MS || lateSegments > segments * LATE_LIMIT || broken > 0
}

function pageTime({ tally }: Step): number {
  return tally.pageTimes.length === 0 ? 0 : percentile(tally.pageTimes, 95)
}

async function measureStep(site: Site, viewers: number): Promise<Step> {
  const tally = createTally()
  const audience = createAudience(site, tally)
  let isOver = false
  const failed: unknown[] = []
  const person = async (n: number) => {
    await pause((ARRIVAL_MS * n) / viewers)
    let browser: Browser | null = null
    while (!isOver) {
      browser = audience.next(browser)
      await visit(browser, site.chooseEpisode(), () => isOver).catch((error: NodeJS.ErrnoException) => {
        if (error.code === undefined) throw error
        tally.broken += 1
      })
    }
  }
  const people = Promise.all(Array.from({ length: viewers }, (_, n) => person(n))).catch((error: unknown) =>
    failed.push(error),
  )
  await pause(ARRIVAL_MS)
  const end = await watchSite(site.nodes, site.postmaster)
  Object.assign(tally, createTally())
  const own = process.cpuUsage()
  const delay = monitorEventLoopDelay({ resolution: 10 })
  delay.enable()
  await pause(STEP_MS)
  delay.disable()
  const { user, system } = process.cpuUsage(own)
  const load = await end()
  const measured = structuredClone(tally)
  isOver = true
  await people
  audience.leave()
  if (failed.length > 0) throw failed[0]
  if (measured.failures.length > 0)
    throw new Error(`${measured.failures.length} wrong answers: ${measured.failures[0]}`)
  return { viewers, tally: measured, load, ownSeconds: (user + system) / 1e6, ownLagMs: delay.percentile(99) / 1e6 }
}

/** Figures of the last step within the limits; where there is none, of the first one. */
function stepFigures(name: string, steps: readonly Step[]): Figure[] {
  const good = steps.findLast((step) => !isTooMuch(step))
  const shown = good ?? steps[0]!
  const { tally, load, viewers } = shown
  const perSecond = (count: number) => count / load.seconds
  const per100 = (seconds: number) => (perSecond(seconds) / viewers) * 100
  return [
    { name: `${name}: viewers at once within the limits`, value: good?.viewers ?? 0, unit: 'viewers' },
    { name: `  with ${viewers} viewers: requests`, value: perSecond(tally.requests), unit: '/s' },
    { name: '  pages', value: perSecond(tally.pageTimes.length), unit: '/s' },
    { name: '  views', value: perSecond(tally.views), unit: '/s' },
    { name: '  bytes sent', value: perSecond(tally.bytes / 1e6), unit: 'MB/s' },
    { name: '  page complete, p95', value: pageTime(shown), unit: 'ms', goal: PAGE_LIMIT_MS },
    { name: '  for 100 viewers: Hoshi', value: per100(load.hoshiSeconds), unit: 'cores' },
    { name: '  PostgreSQL', value: per100(load.postgresSeconds), unit: 'cores' },
    { name: '  the viewers themselves', value: per100(shown.ownSeconds), unit: 'cores' },
    { name: '  memory of a node', value: load.residentMb, unit: 'MB' },
    { name: '  event-loop lag of a node, p99', value: load.eventLoopLagMs, unit: 'ms' },
  ]
}
