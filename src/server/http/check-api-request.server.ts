import type { Context, MiddlewareHandler } from 'hono'
import { mayAdminister, mayOpenConsole } from '#administration/permissions.ts'
import type { Hoshi } from '#app/http/context.ts'
import { refusalStatus } from '#app/messages/refusals.server.ts'
import type { Account } from '#identity/account.ts'
import { isRefusal, Refusal } from '#platform/refusal.ts'
import type { routeGuards } from './api/route-guards.ts'
import { paramOf, routeOf, type routeRules, ruleOf } from './api/route-rules.ts'
import { ensureSignedIn } from './api/router.ts'
import { isArchive, isFileForm, isImage, isJson } from './body-types.ts'
import { personStatuses } from './request-body.server.ts'
import { type HttpEnv, safeMethods } from './request-context.ts'
import { hasBody } from './stall-timeouts.server.ts'
import { refuseStrangeQuery } from './strange-text.ts'

/** Statuses that say something about a body. */
const bodyStatuses: ReadonlySet<number> = new Set([400, 413, 415, 422])

/**
 * Refuses a request by the rule of its route, before its body is read. Faults of a body are reported only to people who
 * may send one.
 */
export function checkApiRequest(
  rules: ReturnType<typeof routeRules>,
  guards: ReturnType<typeof routeGuards>,
  identity: Pick<Hoshi['identity'], 'ensureMayWrite' | 'requireRecentSignIn'>,
): MiddlewareHandler<HttpEnv> {
  return async (c, next) => {
    const isWrite = !safeMethods.has(c.req.method)
    const rule = ruleOf(rules, c)
    if (isHidden(c.req.path, c.var.account)) throw new Refusal('request.not_found')
    if (rule.needsAccount) {
      const account = ensureSignedIn(c.var.account)
      if (rule.isWrite) await identity.ensureMayWrite(account)
    }
    refuseStrangeQuery(c.req.url)
    if (isWrite && rule.needsRecentSignIn) await identity.requireRecentSignIn(c.req.raw.headers)
    const type = c.req.header('content-type')
    const isAccepted =
      (rule.takesJson && isJson(type)) ||
      (rule.takesImages && isImage(type)) ||
      (rule.takesArchives && isArchive(type)) ||
      (rule.takesForms && isFileForm(type))
    const isRefused = isWrite && hasBody(c.env.incoming) && !isAccepted
    if (isRefused) {
      await expectMaySend(guards, c)
      throw new Refusal('request.wrong_type')
    }
    await next()
    if (isWrite && bodyStatuses.has(c.res.status)) {
      try {
        await expectMaySend(guards, c)
      } catch (error) {
        // Otherwise its headers would be passed on.
        c.res = undefined
        throw error
      }
    }
    if (!c.res.headers.has('Cache-Control')) c.header('Cache-Control', 'no-store')
  }
}

/** @throws Refusal of 401, 403 or 404 for those who may not send a body to this route */
async function expectMaySend(guards: ReturnType<typeof routeGuards>, c: Context<HttpEnv>): Promise<void> {
  const route = routeOf(c)
  if (!route) throw new Refusal('request.not_found')
  const guard = guards.get(`${route.method} ${route.path}`)
  if (!guard) return
  const { account } = c.var
  const request = {
    account,
    param: (name: string) => paramOf(route.path, c.req.path, name),
    cookie: c.req.header('cookie'),
  }
  try {
    await guard(request)
  } catch (error) {
    if (!isRefusal(error) || personStatuses.has(refusalStatus[error.code])) throw error
  }
}

/** Whether it is a route for admins or moderators, which does not exist for this person. */
function isHidden(path: string, account: Account | null): boolean {
  if (path.startsWith('/api/v1/admin/')) return !mayAdminister(account)
  return path.startsWith('/api/v1/moderation/') && !mayOpenConsole(account)
}
