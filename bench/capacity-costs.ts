import { queryDatabase } from '#tests/support/data/query-database.server.ts'
import type { Browser } from './browser.ts'
import type { Figure } from './figures.ts'
import { type Measured, repeat, type Site } from './site-audience.ts'
import { countView, getMedia, openEpisode, reportMarks, segmentsOf } from './visit.ts'

const AT_ONCE = 32
const WARM_UP = 300
/** Visits of each kind. */
const PAGES = 1_500
const FILMS = 150
const VIEWS = 2_000
const FILM_SECONDS = 60

/** Lets new nodes compile the code that they run. */
export async function warmUp(site: Site): Promise<void> {
  await repeat(site, WARM_UP * site.nodes.length, AT_ONCE, (browser) => openEpisode(browser, site.chooseEpisode()))
}

/** Processor time of single things, each kind alone: a page, a gigabyte, a view. */
export async function measureCosts(site: Site, report: (line: string) => void): Promise<Figure[]> {
  await warmUp(site)
  // One for each page that was opened, so that they are as popular as their episodes.
  const masters: string[] = []
  const open = async (browser: Browser) => {
    const { master } = await openEpisode(browser, site.chooseEpisode())
    masters.push(master)
  }
  const pages = await repeat(site, PAGES, AT_ONCE, open)
  report(`${pages.tally.pageTimes.length} pages in ${pages.load.seconds.toFixed(0)} s`)
  const films = await repeat(site, FILMS, AT_ONCE, async (browser) => {
    const master = masters[Math.floor(Math.random() * masters.length)]!
    for (const { path } of await segmentsOf(browser, master)) await getMedia(browser, path)
  })
  report(`${(films.tally.mediaBytes / 1e9).toFixed(1)} GB in ${films.load.seconds.toFixed(0)} s`)
  const before = await readDatabase(site)
  const views = await repeat(site, VIEWS, AT_ONCE, (browser) => countView(browser, site.chooseEpisode()))
  const counted = await readDatabase(site)
  const watches = await repeat(site, VIEWS, AT_ONCE, async (browser) => {
    const episodeId = site.chooseEpisode()
    const visitId = await countView(browser, episodeId)
    await reportMarks(browser, { episodeId, visitId, duration: FILM_SECONDS }, 0, FILM_SECONDS)
  })
  const reported = await readDatabase(site)
  // Somebody who sees an episode again on the same day is not counted again.
  report(`${reported.views - before.views} of ${2 * VIEWS} views counted, half of them with reports`)
  const kibibytes = (bytes: number) => (bytes / VIEWS) * (1000 / 1024)
  return [
    ...figures('1,000 page views, with what the pages name', 'CPU-s', (of) => thousandPages(pages, of)),
    { name: '  requests', value: (pages.tally.requests / pages.tally.pageTimes.length) * 1000, unit: 'requests' },
    ...figures('a gigabyte of media', 'CPU-s/GB', (of) => films.load[of] / (films.tally.mediaBytes / 1e9)),
    ...figures('1,000 views', 'CPU-s', (of) => (views.load[of] / VIEWS) * 1000),
    { name: '  growth of the database', value: kibibytes(counted.bytes - before.bytes), unit: 'KiB' },
    ...figures('1,000 views, each with four reports', 'CPU-s', (of) => (watches.load[of] / VIEWS) * 1000),
    { name: '  growth of the database', value: kibibytes(reported.bytes - counted.bytes), unit: 'KiB' },
    { name: '  plays in it, which stay', value: kibibytes(reported.plays - counted.plays), unit: 'KiB' },
  ]
}

type Process = 'hoshiSeconds' | 'postgresSeconds'

function figures(name: string, unit: Figure['unit'], costOf: (of: Process) => number): Figure[] {
  return [
    { name: `${name}: Hoshi`, value: costOf('hoshiSeconds'), unit },
    { name: '  PostgreSQL', value: costOf('postgresSeconds'), unit },
  ]
}

function thousandPages({ tally, load }: Measured, of: Process): number {
  return (load[of] / tally.pageTimes.length) * 1000
}

async function readDatabase({ databaseUrl }: Site): Promise<{ bytes: number; plays: number; views: number }> {
  const [row] = await queryDatabase<{ bytes: string; plays: string; views: string }>(
    databaseUrl,
    `select pg_database_size(current_database())::text as bytes, pg_total_relation_size('plays')::text as plays,
      (select coalesce(sum(views), 0)::text from episode_stats) as views`,
  )
  return { bytes: Number(row?.bytes), plays: Number(row?.plays), views: Number(row?.views) }
}
