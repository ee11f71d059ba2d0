import { data, useNavigation } from 'react-router'
import { CreditsEditor } from '#app/credits/credits-editor.tsx'
import { changedRows, creditRowsOf, emptyRow, readCreditRows, readCreditsIntent } from '#app/credits/credits-form.ts'
import { loadSuggestions } from '#app/credits/load-suggestions.server.ts'
import { saveCredits } from '#app/credits/save-credits.server.ts'
import { hoshiContext, pageRequestContext } from '#app/http/context.ts'
import { requireAccount } from '#app/http/guard.server.ts'
import { head } from '#app/http/head.ts'
import { submitOr } from '#app/http/no-response.ts'
import { readForm, refusePartialForm } from '#app/http/read-form.server.ts'
import { redirectTo } from '#app/http/redirect-to.ts'
import { type Refused, refusedFrom } from '#app/http/refused.server.ts'
import { SIGN_IN_REQUIRED } from '#app/messages/failures.ts'
import { ErrorMessage, SuccessMessage } from '#app/ui/field.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { Link } from '#app/ui/link.tsx'
import { PaperCard } from '#app/ui/paper-card.tsx'
import { useSavedForm } from '#app/ui/use-saved-form.ts'
import { Refusal } from '#platform/refusal.ts'
import type { Route } from './+types/episode-credits'
import '../styles/studio.css'

export const meta: Route.MetaFunction = () => head('Credits', 'Edit the credits of your episode.')

export async function loader({ params, context, url }: Route.LoaderArgs) {
  // If the session has ended, the action returns the message and the submitted rows.
  const { isSubmission, account: signedIn } = context.get(pageRequestContext)
  if (isSubmission && !signedIn) return null
  const account = requireAccount({ context, url })
  const { catalog } = context.get(hoshiContext)
  const shown = await catalog.credits.toEdit(account, params.episodeId).catch((thrown: unknown) => {
    // Another creator's episode has no such page.
    refusedFrom(thrown)
    throw data(null, { status: 404 })
  })
  const suggestions = await loadSuggestions(context, account)
  return { ...shown, suggestions, isSaved: url.searchParams.has('saved') }
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const form = await readForm(request)
  const { account } = context.get(pageRequestContext)
  const rows = readCreditRows(form)
  const intent = readCreditsIntent(form)
  if (rows === null || intent === null) refusePartialForm()
  if (intent.kind !== 'save') return { rows: changedRows(rows, intent, emptyRow), refused: null }
  try {
    if (!account) throw new Refusal('identity.sign_in_required')
    await saveCredits(context, account, params.episodeId, rows)
  } catch (thrown) {
    const { refused, init } = refusedFrom(thrown)
    return data({ rows, refused: refused as Refused | null }, init)
  }
  throw redirectTo(`/dashboard/credits/${params.episodeId}?saved`)
}

/** Sends the form; without an answer, its rows stay as they are. */
export async function clientAction({ serverAction }: Route.ClientActionArgs) {
  return submitOr(serverAction, (refused) => ({ rows: null, refused }))
}

export default function EpisodeCredits({ loaderData, actionData, params }: Route.ComponentProps) {
  const isSaving = useNavigation().state !== 'idle'
  const stored = loaderData?.credits ?? []
  const isSaved = loaderData?.isSaved === true && !actionData
  const { formKey, message } = useSavedForm(isSaved)
  return (
    <div className="wrap page credits-page">
      <Link className="back" to="/dashboard?tab=content">
        <Icon name="left" />
        Back to My Content
      </Link>
      <PaperCard className="credits-card">
        <h1>Credits</h1>
        {loaderData && (
          <p className="credits-of">
            <Link to={`/watch/${params.episodeId}`}>{loaderData.title}</Link>
          </p>
        )}
        <p className="credits-lead">
          Add everyone who worked on this episode, in the order to show them. To link a name, enter a username or
          profile URL. Hoshi asks that person once the episode is public, and the name stays plain text until they
          accept.
        </p>
        {isSaved && !isSaving && <SuccessMessage ref={message}>Credits saved.</SuccessMessage>}
        {loaderData || actionData?.rows ? (
          <CreditsEditor
            key={`${params.episodeId} ${formKey}`}
            rows={actionData?.rows ?? creditRowsOf(stored)}
            stored={stored}
            suggestions={loaderData?.suggestions ?? { names: [], profiles: [] }}
            refused={actionData?.refused ?? null}
            isSaving={isSaving}
          />
        ) : (
          <ErrorMessage>{actionData?.refused?.message ?? SIGN_IN_REQUIRED}</ErrorMessage>
        )}
      </PaperCard>
    </div>
  )
}
