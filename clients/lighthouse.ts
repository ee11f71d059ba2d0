import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type Figure, median } from '../bench/figures.ts'
import { startHoshi, withDataDir } from '../bench/hoshi-process.ts'
import { demoContent } from '../src/demo/content.ts'
import { browserPath } from '../tests/support/browser/browser-path.ts'

const ROUNDS = 5
const EVERY_MS = 2000
const WAIT_MS = 600_000

const devices = {
  mobile: { flags: [], lostGoal: 3, paintGoalMs: 1800 },
  desktop: { flags: ['--preset=desktop'], lostGoal: 1, paintGoalMs: 1800 },
} as const

type Device = keyof typeof devices

/** Result of one run; scores from 0 to 100, times in milliseconds. */
interface Run {
  performance: number
  others: number
  firstPaintMs: number
  largestPaintMs: number
  /** In which the page could not have answered, between its first paint and its first calm. */
  blockingMs: number
  shift: number
  /** Transfer in KiB, without images, media and fetches. */
  kilobytes: number
  /** How fast Lighthouse found this machine; times of machines that differ in it cannot be compared. */
  benchmarkIndex: number
}

/** Lighthouse scores and times of every public page, filled with the demo; medians of five runs. */
export async function measureWithLighthouse(log: (line: string) => void): Promise<Figure[]> {
  return withDataDir(async (dataDir) => {
    log('waiting for the demo…')
    const demoServer = await startHoshi(dataDir, 'server', 'all', { DEMO: 'on' })
    const pages = await untilFilled(demoServer.url).finally(() => demoServer.stop())
    // Remaining encodes are not part of a page.
    const hoshi = await startHoshi(dataDir, 'server', 'web')
    try {
      const figures: Figure[] = []
      for (const device of Object.keys(devices) as Device[])
        for (const [name, path] of pages) {
          const runs: Run[] = []
          for (let round = 0; round < ROUNDS; round += 1) runs.push(await runLighthouse(`${hoshi.url}${path}`, device))
          const found = figuresOf(`${name}, ${device}`, runs, device)
          const values = found.map(({ value, unit }) => `${Math.round(value)} ${unit}`)
          const index = Math.round(median(runs.map(({ benchmarkIndex }) => benchmarkIndex)))
          log(`${name}, ${device}: ${values.join(', ')}; benchmark index ${index}`)
          figures.push(...found)
        }
      return figures
    } finally {
      await hoshi.stop()
    }
  })
}

/** @returns names and paths of the public pages, once every demo video plays and is in its series */
async function untilFilled(url: string): Promise<[name: string, path: string][]> {
  const limit = performance.now() + WAIT_MS
  for (;;) {
    const response = await fetch(`${url}/api/v1/episodes?limit=50`)
    const { episodes } = (await response.json()) as { episodes: ListedEpisode[] }
    const [first] = episodes
    const part = episodes.find(({ seriesId }) => seriesId)
    if (first && part && episodes.length >= demoContent.episodes.filter(({ nsfw }) => !nsfw).length)
      return [
        ['landing', '/'],
        ['explore', '/explore'],
        ['watch', `/watch/${first.id}`],
        ['profile', `/creator/${first.creator.uid}`],
        ['series', `/series/${part.seriesId}`],
        ['login', '/login'],
        ['sign-up', '/signup'],
        ['forgotten password', '/forgot-password'],
        ['about', '/about'],
        ['contact', '/contact'],
        ['faq', '/faq'],
        ['terms', '/terms'],
        ['privacy', '/privacy'],
      ]
    if (performance.now() > limit) throw new Error('The demo was not there within ten minutes.')
    await new Promise((resolve) => setTimeout(resolve, EVERY_MS))
  }
}

interface ListedEpisode {
  id: string
  creator: { uid: string }
  /** Null outside any series. */
  seriesId: string | null
}

async function runLighthouse(url: string, device: Device): Promise<Run> {
  const folder = await mkdtemp(join(tmpdir(), 'hoshi-lighthouse-'))
  const file = join(folder, 'report.json')
  try {
    await promisify(execFile)(
      process.execPath,
      [
        join(import.meta.dirname, 'node_modules/lighthouse/cli/index.js'),
        url,
        ...devices[device].flags,
        '--quiet',
        '--output=json',
        `--output-path=${file}`,
        '--chrome-flags=--headless --no-sandbox --disable-gpu',
      ],
      { env: { ...process.env, CHROME_PATH: browserPath }, maxBuffer: 64 * 1024 * 1024 },
    )
    return readReport(JSON.parse(await readFile(file, 'utf8')) as Report)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

interface Report {
  environment: { benchmarkIndex: number }
  categories: Record<string, { score: number | null }>
  audits: Record<string, { numericValue?: number; details?: { items?: unknown[] } }>
}

function readReport({ environment, categories, audits }: Report): Run {
  const score = (name: string) => Math.round((categories[name]?.score ?? 0) * 100)
  const requests = (audits['network-requests']?.details?.items ?? []) as {
    resourceType: string
    transferSize: number
  }[]
  const sent = requests.filter(({ resourceType }) => !['Image', 'Media', 'Fetch'].includes(resourceType))
  return {
    performance: score('performance'),
    others: Math.min(score('accessibility'), score('best-practices'), score('seo')),
    firstPaintMs: audits['first-contentful-paint']?.numericValue ?? Number.NaN,
    largestPaintMs: audits['largest-contentful-paint']?.numericValue ?? Number.NaN,
    blockingMs: audits['total-blocking-time']?.numericValue ?? Number.NaN,
    shift: audits['cumulative-layout-shift']?.numericValue ?? Number.NaN,
    kilobytes: sent.reduce((sum, { transferSize }) => sum + transferSize, 0) / 1024,
    benchmarkIndex: environment.benchmarkIndex,
  }
}

function figuresOf(page: string, runs: readonly Run[], device: Device): Figure[] {
  const { lostGoal, paintGoalMs } = devices[device]
  const medianOf = (of: (run: Run) => number) => median(runs.map(of))
  return [
    { name: `${page}: lost of 100`, value: 100 - medianOf((run) => run.performance), unit: 'points', goal: lostGoal },
    { name: `${page}: lost elsewhere`, value: 100 - medianOf((run) => run.others), unit: 'points', goal: 0 },
    { name: `${page}: first paint`, value: medianOf((run) => run.firstPaintMs), unit: 'ms' },
    { name: `${page}: largest paint`, value: medianOf((run) => run.largestPaintMs), unit: 'ms', goal: paintGoalMs },
    { name: `${page}: blocked`, value: medianOf((run) => run.blockingMs), unit: 'ms' },
    { name: `${page}: layout shift`, value: 1000 * medianOf((run) => run.shift), unit: '‰', goal: 0 },
    { name: `${page}: transfer without pictures`, value: medianOf((run) => run.kilobytes), unit: 'KiB', goal: 250 },
  ]
}
