import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import type { Clock } from '#platform/clock.ts'
import { isPossibleId } from '#platform/ids.server.ts'
import { SHOWN_COOKIE, shownCookieOf } from './shown-episodes.ts'

/**
 * Adult episodes that a visitor has chosen to see, in a signed cookie without names:
 * `id.id.….expiresAt.signature` (`expiresAt` in seconds since 1970). It ends with the browser's session.
 * @see docs/product.md#adult-content
 */
export interface ShownEpisodes {
  /** Ids in the cookie of this `Cookie` header; none unless it is validly signed and unexpired. */
  shownEpisodes(cookies: string | null | undefined): ReadonlySet<string>
  /** The `Set-Cookie` line of a visitor who chooses to see this episode too. */
  showEpisode(cookies: string | null | undefined, episodeId: string): string
}

/** The choice for one episode, counted from the last one. */
const SHOWN_HOURS = 24
/** Most episodes in one cookie; the oldest choice is dropped. */
const MAX_EPISODES = 20
const SIGNATURE_BYTES = 16

const nothing: ReadonlySet<string> = new Set()

export interface ShownEpisodesParts {
  clock: Clock
  /** The source of a key that only this file uses. */
  secret: string
  /** Whether the cookie is sent over https only. */
  secureCookies: boolean
}

export function createShownEpisodes({ clock, secret, secureCookies }: ShownEpisodesParts): ShownEpisodes {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'hoshi shown episodes', 32))
  const sign = (text: string) => createHmac('sha256', key).update(text).digest().subarray(0, SIGNATURE_BYTES)

  function shownEpisodes(cookies: string | null | undefined): ReadonlySet<string> {
    const value = shownCookieOf(cookies)
    if (value === '') return nothing
    const parts = value.split('.')
    const signature = Buffer.from(parts.pop() ?? '', 'base64url')
    const isSigned = signature.length === SIGNATURE_BYTES && timingSafeEqual(signature, sign(parts.join('.')))
    if (!isSigned || Number(parts.pop()) * 1000 <= clock.now().getTime()) return nothing
    return new Set(parts.filter(isPossibleId))
  }

  return {
    shownEpisodes,
    showEpisode(cookies, episodeId) {
      const others = [...shownEpisodes(cookies)].filter((id) => id !== episodeId)
      const expiresAt = Math.floor(clock.now().getTime() / 1000) + SHOWN_HOURS * 3600
      const signed = [...others, episodeId].slice(-MAX_EPISODES).concat(String(expiresAt)).join('.')
      const value = `${signed}.${sign(signed).toString('base64url')}`
      return `${SHOWN_COOKIE}=${value}; Path=/; HttpOnly; SameSite=Lax${secureCookies ? '; Secure' : ''}`
    },
  }
}
