import { data, type ShouldRevalidateFunctionArgs } from 'react-router'
import { handleNoScriptForm } from '#app/dashboard/no-script-action.server.ts'
import { EditPage } from '#app/edit-episode/edit-page.tsx'
import { loadEdited } from '#app/edit-episode/load-edited.server.ts'
import { pageRequestContext } from '#app/http/context.ts'
import { requireAccount } from '#app/http/guard.server.ts'
import { head } from '#app/http/head.ts'
import { editAddress, editTabOf } from '#app/own-episodes/edit-address.ts'
import type { Route } from './+types/edit-episode'
import '../styles/studio.css'
import '../styles/action-menu.css'
import '../styles/edit-episode.css'

export const meta: Route.MetaFunction = () => head('Edit Episode', 'An episode of yours.')

export async function loader({ params, context, url }: Route.LoaderArgs) {
  const { account: signedIn, isSubmission } = context.get(pageRequestContext)
  if (editTabOf(params.tab) === null) throw data(null, { status: 404 })
  // If the session has ended, the action returns the message and the form keeps its values.
  if (isSubmission && !signedIn) return null
  const account = requireAccount({ context, url })
  return { ...(await loadEdited(context, account, params.episodeId)), isSaved: url.searchParams.has('saved') }
}

/** Handles forms of pages whose scripts do not run. */
export async function action({ request, params, context }: Route.ActionArgs) {
  const { episodeId } = params
  const tab = editTabOf(params.tab) ?? 'details'
  const place = { id: episodeId, savedUrl: `${editAddress(episodeId, tab)}?saved`, listUrl: '/dashboard?tab=content' }
  const { failure, init } = await handleNoScriptForm(context, request, place)
  return data(failure, init)
}

/** The tabs share what is loaded, so switching between them fetches nothing. */
export function shouldRevalidate({
  currentParams,
  nextParams,
  currentUrl,
  nextUrl,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs) {
  if (currentParams.episodeId !== nextParams.episodeId) return true
  return currentUrl.pathname === nextUrl.pathname && defaultShouldRevalidate
}

export default function EditEpisode({ loaderData, actionData, params }: Route.ComponentProps) {
  return (
    <EditPage
      key={params.episodeId}
      id={params.episodeId}
      tab={editTabOf(params.tab) ?? 'details'}
      loaded={loaderData}
      isSaved={loaderData?.isSaved === true && !actionData}
      failure={actionData ?? null}
    />
  )
}
