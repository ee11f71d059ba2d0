import { hoshiContext } from '#app/http/context.ts'
import { redirectTo } from '#app/http/redirect-to.ts'
import type { Route } from './+types/logout'

/** Ends the session. The server refuses requests from other origins before any action runs. */
export async function action({ request, context }: Route.ActionArgs) {
  const { setCookies } = await context.get(hoshiContext).identity.signOut(request.headers)
  const headers = new Headers()
  for (const cookie of setCookies) headers.append('Set-Cookie', cookie)
  return redirectTo('/', { headers })
}

/** A GET request changes nothing. */
export function loader() {
  return redirectTo('/')
}
