import type { MiddlewareFunction } from 'react-router'
import { isWriteOfAccount } from '#identity/may-write.ts'
import { hoshiContext, pageRequestContext } from './context.ts'
import { refusePage } from './refused.server.ts'

/** Refuses a form of an account that may not write, before its screen reads it. Settings decides by section. */
export const ensureMayWrite: MiddlewareFunction<Response> = async ({ request, context }, next) => {
  const { account } = context.get(pageRequestContext)
  if (account && request.method === 'POST' && !isWriteOfAccount(`POST ${screenOf(request)}`))
    await context.get(hoshiContext).identity.ensureMayWrite(account).catch(refusePage)
  return await next()
}

function screenOf(request: Request): string {
  return new URL(request.url).pathname.replace(/\.data$/, '')
}
