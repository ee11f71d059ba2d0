import { callerOf } from '#app/http/caller-of.server.ts'
import { hoshiContext } from '#app/http/context.ts'
import { readForm } from '#app/http/read-form.server.ts'
import { redirectTo } from '#app/http/redirect-to.ts'
import { refusedFrom } from '#app/http/refused.server.ts'
import { safeNext } from '#app/http/safe-next.ts'
import type { Route } from './+types/login-provider'

/** Leads to the provider; back on the login page, a refusal is named in the address. */
export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request)
  const next = safeNext(String(form.get('next') ?? ''))
  const { identity } = context.get(hoshiContext)
  if (identity.providerName === null) return redirectTo('/login')
  try {
    const { url, setCookies } = await identity.startProviderSignIn({ next }, callerOf(context, request))
    const headers = new Headers()
    for (const cookie of setCookies) headers.append('Set-Cookie', cookie)
    return redirectTo(url, { headers })
  } catch (thrown) {
    const query = new URLSearchParams({ refused: refusedFrom(thrown).refused.code, ...(next === null ? {} : { next }) })
    return redirectTo(`/login?${query}`)
  }
}

/** A GET request starts nothing. */
export function loader() {
  return redirectTo('/login')
}
