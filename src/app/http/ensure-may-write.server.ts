import type { MiddlewareFunction } from 'react-router'
import { isWriteOfAccount } from '#identity/may-write.ts'
import { hoshiContext, pageRequestContext } from './context.ts'
import { refusePage } from './refused.server.ts'

/** Refuses a form of an account that may not write, before its screen reads it. Settings, the watch page and the report page decide by form. */
export const ensureMayWrite: MiddlewareFunction<Response> = async ({ request, context }, next) => {
  const { account } = context.get(pageRequestContext)
  if (account && request.method === 'POST' && !isWriteOfAccount(`POST ${screenOf(request)}`))
    await context.get(hoshiContext).identity.ensureMayWrite(account).catch(refusePage)
  return await next()
}

function screenOf(request: Request): string {
  const path = new URL(request.url).pathname.replace(/\.data$/, '')
  return path.replace(/^\/watch\/[^/]+$/, '/watch/:episodeId')
}
