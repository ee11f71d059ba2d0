import { setTimeout as pause } from 'node:timers/promises'
import { createVisitId } from '#app/episodes/count-view.ts'
import { watchMarks } from '#engagement/analytics/watch-report.ts'
import type { Browser } from './browser.ts'

/** hls.js requests no further segment while so much is buffered. */
const BUFFER_SECONDS = 30
/** Pictures of a page that are in view, or soon are. */
const PICTURES = 12
/** How often a viewer looks at the clock. */
const PLAY_STEP_MS = 250
/** Share of the viewers that get each size, the largest first: some connections and screens are small. */
const SIZES = [0.5, 0.3, 0.1, 0.1]
/** Share of the viewers that stay to the end; the others leave anywhere. */
const STAYS = 0.4
/** Share of the visits that begin at Explore; the others follow a link to the episode. */
const BROWSES = 0.5

/** The parts of an episode's page that its player needs. */
export interface WatchPage {
  episodeId: string
  /** Path of the master playlist. */
  master: string
  /** Init and first segment of the smallest size, which are requested before the playlists. */
  fastStart: string[]
}

interface Segment {
  path: string
  startsAt: number
  endsAt: number
}

/** Opens an episode as people come to it: from Explore, by its card, or by a link; with everything that the pages name. */
export async function openEpisode(browser: Browser, episodeId: string): Promise<WatchPage> {
  if (Math.random() >= BROWSES) return parseWatchPage(await openPage(browser, `/watch/${episodeId}`), episodeId)
  await openPage(browser, '/explore')
  return parseWatchPage(await timedText(browser, `/watch/${episodeId}.data`), episodeId)
}

async function openPage(browser: Browser, path: string): Promise<string> {
  const page = await timedText(browser, path)
  const files = [...page.matchAll(/(?:href|src)="(\/assets\/[^"#]+|\/favicon\.svg)"/g)].map(([, name = '']) => name)
  const pictures = [...page.matchAll(/<img[^>]* src="(\/media\/[^"]+)"/g)].map(([, name = '']) => name)
  await Promise.all([...new Set([...files, ...pictures.slice(0, PICTURES)])].map((name) => browser.get(name)))
  return page
}

async function timedText(browser: Browser, path: string): Promise<string> {
  const askedAt = performance.now()
  const answer = await browser.get(path, { isRead: true })
  browser.tally.pageTimes.push(performance.now() - askedAt)
  return answer.text
}

/** @throws Error when the page does not name its media */
function parseWatchPage(page: string, episodeId: string): WatchPage {
  const [master] = /\/media\/\w+\/master-\w+\.m3u8/.exec(page) ?? []
  if (master === undefined) throw new Error(`The page of ${episodeId} names no playlist.`)
  const [segment] = /\/media\/[\w/]+\.m4s/.exec(page) ?? []
  const [init] = /\/media\/[\w/]+\/init\w*\.mp4/.exec(page) ?? []
  return { episodeId, master, fastStart: [init, segment].filter((name) => name !== undefined) }
}

/** Counts a view as the page does. @returns its id, for reports */
export async function countView(browser: Browser, episodeId: string): Promise<string> {
  const visitId = createVisitId()
  await browser.post(`/api/v1/episodes/${episodeId}/views`, { kind: 'watch', visitId, source: 'explore' })
  browser.tally.views += 1
  return visitId
}

/** Reports the marks that lie between two moments of a video, in seconds, as the player does. */
export async function reportMarks(
  browser: Browser,
  { episodeId, visitId, duration }: { episodeId: string; visitId: string; duration: number },
  from: number,
  to: number,
): Promise<void> {
  for (const mark of watchMarks) {
    const at = (duration * mark) / 100
    if (at <= from || at > to) continue
    const report = { visitId, reached: mark, watchedSeconds: at, ranges: [[0, at]] }
    await browser.post(`/api/v1/episodes/${episodeId}/watching`, report)
  }
}

/** Segments of one size of a video, chosen as a player would. Reads the playlists. */
export async function segmentsOf(browser: Browser, master: string): Promise<Segment[]> {
  const { text: listed } = await browser.get(master, { isRead: true })
  const sizes = [...listed.matchAll(/RESOLUTION=(\d+)x\d+.*\n(\S+)/g)]
    .map(([, width, uri = '']) => ({ width: Number(width), uri }))
    .toSorted((one, other) => other.width - one.width)
  const { uri } = sizes[chosenSize(sizes.length)]!
  const playlist = new URL(uri, `http://hoshi${master}`).pathname
  const { text: lines } = await browser.get(playlist, { isRead: true })
  const pathOf = (name: string) => new URL(name, `http://hoshi${playlist}`).pathname
  await getMedia(browser, pathOf(/#EXT-X-MAP:.*URI="([^"]+)"/.exec(lines)?.[1] ?? ''))
  let startsAt = 0
  return [...lines.matchAll(/#EXTINF:([\d.]+).*\n(?:#.*\n)*(\S+)/g)].map(([, seconds, name = '']) => {
    const segment = { path: pathOf(name), startsAt, endsAt: startsAt + Number(seconds) }
    startsAt = segment.endsAt
    return segment
  })
}

function chosenSize(sizes: number): number {
  let left = Math.random()
  const found = SIZES.findIndex((share) => {
    left -= share
    return left < 0
  })
  return Math.min(Math.max(found, 0), sizes - 1)
}

export async function getMedia(browser: Browser, path: string): Promise<void> {
  const { bytes } = await browser.get(path)
  browser.tally.mediaBytes += bytes
}

/** One visit at the speed of life: opens an episode, and watches it until its end or until somebody has had enough. */
export async function visit(browser: Browser, episodeId: string, isOver: () => boolean): Promise<void> {
  const { master, fastStart } = await openEpisode(browser, episodeId)
  for (const path of fastStart) await getMedia(browser, path)
  let playsSince = performance.now()
  const playedSeconds = () => (performance.now() - playsSince) / 1000
  const [visitId, segments] = await Promise.all([countView(browser, episodeId), segmentsOf(browser, master)])
  const duration = segments.at(-1)?.endsAt ?? 0
  const leavesAt = Math.random() < STAYS ? duration : Math.random() * duration
  let reportedTo = 0
  const report = async (to: number) => {
    await reportMarks(browser, { episodeId, visitId, duration }, reportedTo, to)
    reportedTo = to
  }
  /** Plays on until a moment of the video. @returns whether the visit goes on after it */
  const play = async (until: number) => {
    while (!isOver() && playedSeconds() < Math.min(until, leavesAt)) await pause(PLAY_STEP_MS)
    await report(Math.min(playedSeconds(), leavesAt))
    return !isOver() && playedSeconds() < leavesAt
  }
  // The player goes on after the first segment, which it has.
  for (const { path, startsAt, endsAt } of segments.slice(1)) {
    if (!(await play(endsAt - BUFFER_SECONDS))) return
    await getMedia(browser, path)
    browser.tally.segments += 1
    const lateSeconds = playedSeconds() - startsAt
    if (lateSeconds <= 0) continue
    browser.tally.lateSegments += 1
    playsSince += lateSeconds * 1000
  }
  await play(duration)
}
