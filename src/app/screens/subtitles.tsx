import { pageRequestContext } from '#app/http/context.ts'
import { requireAccount } from '#app/http/guard.server.ts'
import { head } from '#app/http/head.ts'
import { submitOr } from '#app/http/no-response.ts'
import { changeSubtitles, type RefusedSubtitles } from '#app/subtitles/change-subtitles.server.ts'
import { loadSubtitles } from '#app/subtitles/load-subtitles.server.ts'
import { SignedOut } from '#app/subtitles/signed-out.tsx'
import { SubtitlesView } from '#app/subtitles/subtitles-view.tsx'
import { readValues } from '#app/subtitles/values.ts'
import type { Route } from './+types/subtitles'
import '../styles/subtitles.css'

export const meta: Route.MetaFunction = () => head('Subtitles', 'The subtitles of an episode.')

export async function loader({ params, context, request, url }: Route.LoaderArgs) {
  // If the session has ended, the action returns the message and the typed values.
  const { isSubmission, account: signedIn } = context.get(pageRequestContext)
  if (isSubmission && !signedIn) return null
  const account = requireAccount({ context, url })
  return loadSubtitles(context, account, params.episodeId, url.searchParams, request.headers.get('cookie'))
}

export function action({ params, context, request }: Route.ActionArgs) {
  return changeSubtitles(context, params.episodeId, request)
}

export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const form = await request.clone().formData()
  const values = readValues((name) => form.get(name))
  return submitOr(serverAction, (refused): RefusedSubtitles => ({ refused, values }))
}

export default function SubtitlesPage({ loaderData, actionData, params }: Route.ComponentProps) {
  const answer = (actionData as RefusedSubtitles | undefined) ?? null
  if (!loaderData) return <SignedOut answer={answer} />
  const { chosen, studio } = loaderData
  // The studio goes on when it has saved a version.
  const shown = studio ? 'studio' : chosen?.version
  return <SubtitlesView key={`${params.episodeId} ${chosen?.id} ${shown}`} data={loaderData} answer={answer} />
}
