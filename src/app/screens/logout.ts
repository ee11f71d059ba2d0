import { redirect } from 'react-router'
import { hoshiContext } from '#app/context.ts'
import type { Route } from './+types/logout'

/** Ends the session. The server refuses requests from other origins before any action runs. */
export async function action({ request, context }: Route.ActionArgs) {
  const { setCookies } = await context.get(hoshiContext).identity.signOut(request.headers)
  const headers = new Headers()
  for (const cookie of setCookies) headers.append('Set-Cookie', cookie)
  return redirect('/', { headers })
}

/** A GET request changes nothing. */
export function loader() {
  return redirect('/')
}
