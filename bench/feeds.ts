import { Agent, get } from 'node:http'
import { startEmbeddedPostgres } from '#platform/embedded-postgres.server.ts'
import { createLog } from '#platform/log.server.ts'
import { onCleanup } from './cleanup.ts'
import { type Figure, median } from './figures.ts'
import { startHoshi, withDataDir } from './hoshi-process.ts'
import { fill } from './pages.ts'

const REQUESTS = 2000
/** A feed from memory takes at most as many times a page from memory. */
const GOAL = 2

const page = '/explore'
const feeds = ['/feeds/explore.xml', '/feeds/explore.json']

/** Time of one feed from memory, beside Explore, one request after the other. */
export function measureFeeds(report: (line: string) => void): Promise<Figure[]> {
  return withDataDir(async (dataDir) => {
    const postgres = await startEmbeddedPostgres({ dataDir, log: createLog('silent') })
    const unregister = onCleanup(() => postgres.stop())
    const settings = { DATABASE_URL: postgres.connectionString, SECRET: 'a secret of the bench, of no worth' }
    try {
      await fill(dataDir, settings)
      const { url, stop } = await startHoshi(dataDir, 'server', 'web', settings)
      const times = new Map([page, ...feeds].map((path): [string, number[]] => [path, []]))
      const agent = new Agent({ keepAlive: true, maxSockets: 1 })
      // By turns, so that other work on the machine slows all of them down.
      for (let n = 0; n < REQUESTS; n += 1)
        for (const [path, taken] of times) taken.push(await timeOf(url + path, agent))
      agent.destroy()
      await stop()
      report(`${REQUESTS} requests each`)
      const ofPage = median(times.get(page)!)
      return feeds.map((path) => ({
        name: `one feed from memory, beside a page (median): ${path}`,
        value: median(times.get(path)!),
        unit: 'ms',
        baseline: { value: ofPage },
        goal: Math.round(ofPage * GOAL * 100) / 100,
      }))
    } finally {
      unregister()
      await postgres.stop()
    }
  })
}

/** Milliseconds until the last byte. @throws Error for any other status than 200 */
function timeOf(url: string, agent: Agent): Promise<number> {
  const startedAt = performance.now()
  return new Promise((resolve, reject) => {
    get(url, { agent, headers: { 'Accept-Encoding': 'gzip, deflate, br' } }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`${url} answered ${response.statusCode}.`))
      response.resume().on('end', () => resolve(performance.now() - startedAt))
    }).on('error', reject)
  })
}
