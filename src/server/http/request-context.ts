import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Account } from '#identity/account.ts'

/** Facts about the request that a route handles. */
export interface RequestContext {
  requestId: string
  /** IP address of the caller, as far as it can be trusted. */
  ip: string
  /** Origin of absolute URLs in responses to this caller. */
  origin: string
  /** Read from the database for this request; null without a valid session. */
  account: Account | null
  /** Whether it is for an upload URL that pages of any site may send to. */
  isOpenUpload?: boolean
}

/** The environment of every Hono route here. */
export interface HttpEnv {
  Variables: RequestContext
  Bindings: { incoming: IncomingMessage; outgoing: ServerResponse }
}
