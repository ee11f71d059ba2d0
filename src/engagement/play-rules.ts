import { isbot } from 'isbot'
import { COOKIELESS_PLAYS_PER_HOUR, type PlayKind, PREVIEWS_PER_HOUR } from './play.ts'

/** HTTP libraries: what players built on the public API report with. Crawlers go by names of their own. */
const clientLibrary =
  /^(aiohttp|axios|bun|curl|deno|go-http-client|got|node|node-fetch|okhttp|playwright|python-httpx|python-requests|python-urllib|undici|wget)\b/i

/** Whether nobody watches: a prefetching browser, or a known bot. */
export function isAutomated(request: { userAgent: string; isPrefetch: boolean }): boolean {
  if (request.isPrefetch) return true
  if (clientLibrary.test(request.userAgent)) return false
  // A browser without a window still plays the whole episode, and drops the word at will: it is no known bot.
  return isbot(request.userAgent.replace('HeadlessChrome/', 'Chrome/'))
}

/** A play on its way to being counted. */
export interface ReportedPlay {
  episodeId: string
  kind: PlayKind
  visitId: string
  /** 16 bytes, in hexadecimal. */
  visitorHash: string
  /** Of the visitor's address when no session came with the report; null with one. */
  addressHash: string | null
}

/** A limit that a play takes a place of. */
export interface PlayLimit {
  key: string
  count: number
  windowSeconds: number
}

/** The limits a play falls under, in the order to ask them. @see docs/product.md#views */
export function limitsOf(play: ReportedPlay): PlayLimit[] {
  const limits: PlayLimit[] = []
  if (play.addressHash !== null) {
    const key = `plays:${play.episodeId}:${play.addressHash}`
    limits.push({ key, count: COOKIELESS_PLAYS_PER_HOUR, windowSeconds: 3600 })
  }
  if (play.kind === 'preview') {
    const key = `previews:${play.episodeId}:${play.visitorHash}`
    limits.push({ key, count: PREVIEWS_PER_HOUR, windowSeconds: 3600 })
  }
  return limits
}

type Known = Pick<ReportedPlay, 'episodeId' | 'kind' | 'visitId' | 'visitorHash'>

/** Which plays have been counted: a visit once for good, a watch once per visitor session and episode. */
export class CountedPlays {
  readonly #seen = new Set<string>()

  add(play: Known): void {
    this.#seen.add(`visit ${play.episodeId} ${play.visitId}`)
    this.#seen.add(`by ${play.episodeId} ${play.visitorHash}`)
    if (play.kind === 'watch') this.#seen.add(`watch ${play.episodeId} ${play.visitorHash}`)
  }

  /** Whether this play would count a second time. */
  has(play: Known): boolean {
    if (this.#seen.has(`visit ${play.episodeId} ${play.visitId}`)) return true
    return play.kind === 'watch' && this.#seen.has(`watch ${play.episodeId} ${play.visitorHash}`)
  }

  /** Whether a play of this visitor session on this episode has been counted. */
  hasVisitor(play: Known): boolean {
    return this.#seen.has(`by ${play.episodeId} ${play.visitorHash}`)
  }
}
