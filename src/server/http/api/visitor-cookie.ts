import type { Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import type { Visitor } from '#engagement/visitor.ts'
import type { HttpEnv } from '../request-context.ts'

const VISITOR_COOKIE = 'hoshi_visitor'

/** The facts of a request about the visitor. */
export function visitorOf(c: Context<HttpEnv>): Visitor {
  return {
    cookie: getCookie(c, VISITOR_COOKIE) ?? null,
    ip: c.var.ip,
    userAgent: c.req.header('user-agent') ?? '',
    isPrefetch: /prefetch|preview/i.test(`${c.req.header('sec-purpose') ?? ''} ${c.req.header('purpose') ?? ''}`),
  }
}

/** Sets a new visitor cookie, if there is one to set. */
export function setVisitorCookie(c: Context<HttpEnv>, value: string | null, publicUrl: string): void {
  if (value === null) return
  setCookie(c, VISITOR_COOKIE, value, {
    httpOnly: true,
    sameSite: 'Lax',
    path: '/',
    secure: publicUrl.startsWith('https:'),
  })
}
