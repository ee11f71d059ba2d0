import { hoshiContext, pageRequestContext } from '#app/http/context.ts'
import { readForm, refusePartialForm } from '#app/http/read-form.server.ts'
import { redirectTo } from '#app/http/redirect-to.ts'
import { refusePage } from '#app/http/refused.server.ts'
import { safeNext } from '#app/http/safe-next.ts'
import type { Route } from './+types/follow'

/** The follow button without scripts: changes the state that the form names, and returns to the page that the URL names. */
export async function action({ request, params: { creatorId }, context, url }: Route.ActionArgs) {
  const next = safeNext(url.searchParams.get('next')) ?? `/creator/${creatorId}`
  const { account } = context.get(pageRequestContext)
  if (!account) throw redirectTo(`/login?next=${encodeURIComponent(next)}`)
  const form = await readForm(request)
  const following = form.get('following')
  if (following !== 'yes' && following !== 'no') refusePartialForm()
  const { community } = context.get(hoshiContext)
  const change = following === 'no' ? community.unfollow : community.follow
  await change(account, creatorId).catch(refusePage)
  return redirectTo(next)
}

/** A GET request changes nothing. */
export function loader({ params }: Route.LoaderArgs) {
  return redirectTo(`/creator/${params.creatorId}`)
}
