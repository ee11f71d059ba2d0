import { Browser, createConnections, createTally, type Tally } from './browser.ts'
import type { HoshiProcess } from './hoshi-process.ts'
import { type SiteLoad, watchSite } from './site-load.ts'

/** Share of the visits that are somebody's first: with an empty cache and no cookie. */
const NEWCOMERS = 0.3

/** A site that runs on this machine, and the choices of its audience. */
export interface Site {
  nodes: HoshiProcess[]
  /** Process id of its PostgreSQL. */
  postmaster: number
  databaseUrl: string
  chooseEpisode(): string
}

/** The requests of viewers, and the load that they caused. */
export interface Measured {
  tally: Tally
  load: SiteLoad
}

/** An endless audience: most visits are by returning viewers, the others by new ones. */
export function createAudience({ nodes }: Site, tally: Tally) {
  const connections = createConnections()
  const urls = nodes.map(({ url }) => url)
  return {
    /** The browser of the next visit. @param last that of the visit before, if any */
    next(last: Browser | null): Browser {
      return last === null || Math.random() < NEWCOMERS ? new Browser(urls, tally, connections) : last
    },
    leave: () => connections.destroy(),
  }
}

/** Does something so many times, for so many people at once. @throws Error when an answer is none that a viewer should get */
export async function repeat(
  site: Site,
  times: number,
  atOnce: number,
  act: (browser: Browser) => Promise<unknown>,
): Promise<Measured> {
  const tally = createTally()
  const audience = createAudience(site, tally)
  const end = await watchSite(site.nodes, site.postmaster)
  let begun = 0
  const person = async () => {
    let browser: Browser | null = null
    while (begun < times) {
      begun += 1
      browser = audience.next(browser)
      await act(browser)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, person))
  const load = await end()
  audience.leave()
  if (tally.failures.length > 0) throw new Error(`${tally.failures.length} wrong answers: ${tally.failures[0]}`)
  return { tally, load }
}
