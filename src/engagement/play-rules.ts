import { isbot } from 'isbot'
import {
  COOKIELESS_PLAYS_PER_HOUR,
  NETWORK_PLAYS_PER_HOUR,
  NETWORK_PREVIEWS_PER_HOUR,
  type PlayKind,
  PREVIEWS_PER_HOUR,
} from './play.ts'

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
  /** Of the visitor's network: 16 bytes, in hexadecimal. */
  networkHash: string
  /** Whether the report came with a visitor session or from a signed-in person. */
  isKnownVisitor: boolean
  /** Whether the creator of the episode plays it. */
  isOwn: boolean
}

/** A limit that a play takes a place of. */
export interface PlayLimit {
  name: 'network' | 'network_without_session' | 'previews_of_network' | 'previews_of_visitor'
  key: string
  count: number
  windowSeconds: number
}

/** The limits a play falls under; it counts when each of them has a place left. @see docs/product.md#views */
export function limitsOf({ episodeId, kind, visitorHash, networkHash, isKnownVisitor }: ReportedPlay): PlayLimit[] {
  const limit = (name: PlayLimit['name'], who: string, count: number): PlayLimit => ({
    name,
    key: `plays:${name}:${episodeId}:${who}`,
    count,
    windowSeconds: 3600,
  })
  const limits = [limit('network', networkHash, NETWORK_PLAYS_PER_HOUR)]
  if (!isKnownVisitor) limits.push(limit('network_without_session', networkHash, COOKIELESS_PLAYS_PER_HOUR))
  if (kind === 'preview') {
    limits.push(limit('previews_of_network', networkHash, NETWORK_PREVIEWS_PER_HOUR))
    limits.push(limit('previews_of_visitor', visitorHash, PREVIEWS_PER_HOUR))
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
