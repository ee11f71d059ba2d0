import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Account } from '#identity/account.ts'

/** What a route knows about the request it answers. */
export interface RequestFacts {
  requestId: string
  /** Where the caller is, as far as it can be trusted. */
  address: string
  /** Origin to build addresses for this caller from. */
  origin: string
  /** Read from the database for this request; null without a valid session. */
  account: Account | null
  /** Whether it goes to an upload address that pages of any site may send to. */
  isOpenUpload?: boolean
}

/** The environment of every Hono route here. */
export interface HttpEnv {
  Variables: RequestFacts
  Bindings: { incoming: IncomingMessage; outgoing: ServerResponse }
}
