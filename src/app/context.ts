import { createContext, type RouterContext } from 'react-router'
import type { Catalog } from '#catalog/catalog.server.ts'
import type { Avatars } from '#creators/avatars.server.ts'
import type { Creators } from '#creators/creators.server.ts'
import type { Engagement } from '#engagement/engagement.server.ts'
import type { Account } from '#identity/account.ts'
import type { Exports } from '#identity/exports.server.ts'
import type { Identity } from '#identity/identity.server.ts'
import type { ArrivingFiles } from '#platform/arriving-files.server.ts'
import type { Archive } from '#platform/tar.server.ts'
import type { VideoHost } from '#video/video-host.ts'

/** What screens may ask: the rooms, and the little they may know of the configuration. */
export interface Hoshi {
  identity: Identity
  exports: Exports
  creators: Creators
  avatars: Avatars
  /** Pictures that people are sending. */
  arriving: ArrivingFiles
  video: VideoHost
  catalog: Catalog
  engagement: Engagement
  /** The finished export with its files; null while it is being written. @throws Refusal identity.export_missing */
  openExport(account: Account): Promise<Archive | null>
  /** Where the site is known to the world, without a trailing slash. */
  publicUrl: string
  supportEmail: string
  /** Largest accepted upload in bytes. */
  maxUploadBytes: number
  /** Whether `/{videoId}/iframe` plays, as at the hosted service. */
  hasIframes: boolean
  log: { error(details: object, message: string): void }
}

/** What belongs to the one request being answered. */
export interface Visit {
  requestId: string
  /** For inline scripts; matches the page's Content-Security-Policy. Null in development, where Vite brings its own. */
  nonce: string | null
  address: string
  /** The page answers a form, so what was typed must come back: no login guard in between. */
  isSubmission: boolean
  /** Read from the database for this request. */
  account: Account | null
  /** Told of a fault in a loader or an action; decides the status and the headers of the answer. */
  onFault(thrown: unknown): void
}

// The natively run server and the bundled screens each evaluate this module; the key on globalThis makes it one.
const shared = globalThis as { __hoshi?: RouterContext<Hoshi>; __hoshiVisit?: RouterContext<Visit> }
shared.__hoshi ??= createContext<Hoshi>()
shared.__hoshiVisit ??= createContext<Visit>()

export const hoshiContext = shared.__hoshi
export const visitContext = shared.__hoshiVisit
