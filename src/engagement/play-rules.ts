import { isbot } from 'isbot'
import {
  COOKIELESS_PLAYS_PER_HOUR,
  NETWORK_PLAYS_PER_HOUR,
  NETWORK_PREVIEWS_PER_HOUR,
  type PlayKind,
  PREVIEWS_PER_HOUR,
} from './play.ts'

/** HTTP libraries, which players built on the public API use. Crawlers have their own names. */
const clientLibrary =
  /^(aiohttp|axios|bun|curl|deno|go-http-client|got|node|node-fetch|okhttp|playwright|python-httpx|python-requests|python-urllib|undici|wget)\b/i

/** Whether the request is automated: a prefetching browser, or a known bot. */
export function isAutomated(request: { userAgent: string; isPrefetch: boolean }): boolean {
  if (request.isPrefetch) return true
  if (clientLibrary.test(request.userAgent)) return false
  // A headless browser plays the entire episode and can drop the word at will, so it does not count as a known bot.
  return isbot(request.userAgent.replace('HeadlessChrome/', 'Chrome/'))
}

/** A play to be counted. */
export interface ReportedPlay {
  episodeId: string
  kind: PlayKind
  visitId: string
  /** 16 bytes, in hexadecimal. */
  visitorHash: string
  /** Hash of the visitor's network: 16 bytes, in hexadecimal. */
  networkHash: string
  /** Whether the report came with a visitor session or from a signed-in person. */
  isKnownVisitor: boolean
  /** Whether the creator of the episode plays it. */
  isOwn: boolean
}

/** A limit in which a play takes a slot. */
export interface PlayLimit {
  name: 'network' | 'network_without_session' | 'previews_of_network' | 'previews_of_visitor'
  key: string
  count: number
  windowSeconds: number
}

/** The limits a play falls under; it counts when each of them has a free slot. @see docs/product.md#views */
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

type PlayIdentity = Pick<ReportedPlay, 'episodeId' | 'kind' | 'visitId' | 'visitorHash'>

/** Plays that have been counted: a visit once per episode, a watch once per visitor session and episode. */
export class CountedPlays {
  readonly #seen = new Set<string>()

  add(play: PlayIdentity): void {
    this.#seen.add(`visit ${play.episodeId} ${play.visitId}`)
    this.#seen.add(`by ${play.episodeId} ${play.visitorHash}`)
    if (play.kind === 'watch') this.#seen.add(`watch ${play.episodeId} ${play.visitorHash}`)
  }

  /** Whether this play would count a second time. */
  has(play: PlayIdentity): boolean {
    if (this.#seen.has(`visit ${play.episodeId} ${play.visitId}`)) return true
    return play.kind === 'watch' && this.#seen.has(`watch ${play.episodeId} ${play.visitorHash}`)
  }

  /** Whether a play of this visitor session on this episode has been counted. */
  hasVisitor(play: PlayIdentity): boolean {
    return this.#seen.has(`by ${play.episodeId} ${play.visitorHash}`)
  }
}
