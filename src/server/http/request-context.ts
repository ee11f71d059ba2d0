import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Context } from 'hono'
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
  /** The pattern of the route that answered. Set by those that do not go by one of Hono's, and for all when they have. */
  route?: string
  /** Whether it is for an upload URL that pages of any site may send to. */
  isOpenUpload?: boolean
}

/** The environment of every Hono route here. */
export interface HttpEnv {
  Variables: RequestContext
  Bindings: { incoming: IncomingMessage; outgoing: ServerResponse }
}

/** Methods of requests that change nothing. */
export const safeMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Whether the client closed the connection before its response. */
export function isDisconnected(c: Context<HttpEnv>): boolean {
  return c.env.outgoing.destroyed
}
