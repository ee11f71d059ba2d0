import type { RouterContextProvider } from 'react-router'
import type { Caller } from '#identity/caller.ts'
import { pageRequestContext } from './context.ts'

/** The sender of the form of a screen, for the rooms. */
export function callerOf(context: Readonly<RouterContextProvider>, request: Request): Caller {
  const { headers } = request
  return { ip: context.get(pageRequestContext).ip, cookie: headers.get('cookie'), userAgent: headers.get('user-agent') }
}
