import { hoshiContext } from '#app/http/context.ts'
import { readForm, refusePartialForm } from '#app/http/read-form.server.ts'
import { redirectTo } from '#app/http/redirect-to.ts'
import { safeNext } from '#app/http/safe-next.ts'
import { closingCookie } from '#app/layout/announcement-cookie.server.ts'
import type { Route } from './+types/announcement'

/** Closes the announcement that the form names, in this browser, and returns to the page that the URL names. */
export async function action({ request, context, url }: Route.ActionArgs) {
  const form = await readForm(request)
  const isSecure = context.get(hoshiContext).publicUrl.startsWith('https:')
  const cookie = closingCookie(String(form.get('announcement') ?? ''), isSecure) ?? refusePartialForm()
  return redirectTo(safeNext(url.searchParams.get('next')) ?? '/', { headers: { 'Set-Cookie': cookie } })
}

/** A GET request changes nothing. */
export function loader() {
  return redirectTo('/')
}
