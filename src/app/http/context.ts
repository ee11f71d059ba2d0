import { createContext, type RouterContext } from 'react-router'
import type { Administration } from '#administration/administration.server.ts'
import type { Catalog } from '#catalog/catalog.server.ts'
import type { Community } from '#community/community.server.ts'
import type { Avatars } from '#creators/avatars.server.ts'
import type { Creators } from '#creators/creators.server.ts'
import type { Engagement } from '#engagement/engagement.server.ts'
import type { Account } from '#identity/account.ts'
import type { Exports } from '#identity/exports.server.ts'
import type { Identity } from '#identity/identity.server.ts'
import type { Imports } from '#identity/imports.server.ts'
import type { Library } from '#library/library.server.ts'
import type { Moderation } from '#moderation/moderation.server.ts'
import type { Archive } from '#platform/tar.server.ts'
import type { UploadSpool } from '#platform/upload-spool.server.ts'
import type { SeriesRoom } from '#series/series.server.ts'
import type { Subtitles } from '#subtitles/subtitles.server.ts'
import type { LinkCards } from '#video/cards/link-cards.server.ts'
import type { VideoHost } from '#video/video-host.ts'

/** An export that can be downloaded. */
export interface ExportArchive extends Archive {
  /** An entity tag: the same for the same bytes. */
  tag: string
}

/** The rooms and the part of the configuration that screens may use. */
export interface Hoshi {
  identity: Identity
  exports: Exports
  imports: Imports
  creators: Creators
  avatars: Avatars
  /** Images being uploaded. */
  uploadSpool: UploadSpool
  video: VideoHost
  /** Pictures for link previews. */
  cards: LinkCards
  catalog: Catalog
  subtitles: Subtitles
  series: SeriesRoom
  engagement: Engagement
  library: Library
  community: Community
  administration: Administration
  moderation: Moderation
  /** The finished export with its files; null while it is written. @throws Refusal identity.export_missing */
  openExport(account: Account): Promise<ExportArchive | null>
  /** Public URL of the site, without a trailing slash. */
  publicUrl: string
  /** The contact address on public pages. Null when none has been published. */
  supportEmail: string | null
  /** Whether a mail server is set; without one, mails are files. */
  sendsMail: boolean
  /** Largest accepted upload in bytes. */
  maxUploadBytes: number
  /** Whether `/{videoId}/iframe` serves a player, as the hosted service does. */
  hasIframes: boolean
  log: { error(details: object, message: string): void }
}

/** State of the current request. */
export interface PageRequest {
  requestId: string
  /** Marks the inline scripts that the page's Content-Security-Policy admits. Null in development. */
  nonce: string | null
  ip: string
  /** The request submits a form. The page must show its values again, so no login guard may redirect. */
  isSubmission: boolean
  /** Read from the database for this request. */
  account: Account | null
  /** Encodes the complete page for the caller, and names the coding in the headers. */
  encode(page: Uint8Array<ArrayBuffer>, headers: Headers): Uint8Array<ArrayBuffer>
  /** Tells programs that this page's work is not reserved from the training of models, as its creator chose. */
  allowTraining(): void
  /** Admits an inline style by its source in the page's Content-Security-Policy. */
  allowStyle(source: string): void
  /** Lets pages of these origins show this page in a frame; null for all, none for an empty list and by default. */
  allowFraming(sites: readonly string[] | null): void
  /** Receives an error thrown by a loader or an action, which decides the status and headers of the response. */
  onFault(thrown: unknown): void
}

// The natively run server and the bundled screens each evaluate this module; globalThis makes them share the contexts.
const shared = globalThis as { __hoshi?: RouterContext<Hoshi>; __hoshiPageRequest?: RouterContext<PageRequest> }
shared.__hoshi ??= createContext<Hoshi>()
shared.__hoshiPageRequest ??= createContext<PageRequest>()

export const hoshiContext = shared.__hoshi
export const pageRequestContext = shared.__hoshiPageRequest
