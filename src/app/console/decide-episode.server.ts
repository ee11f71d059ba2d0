import type { RouterContextProvider } from 'react-router'
import { hoshiContext } from '#app/http/context.ts'
import { refusePartialForm } from '#app/http/read-form.server.ts'
import { redirectTo } from '#app/http/redirect-to.ts'
import { readDecision, runModeratorForm } from '#app/moderation/read-decision.server.ts'
import type { Account } from '#identity/account.ts'
import { episodesUrl, readEpisodesView } from './episodes-url.ts'

/** Decides about an episode that nobody has to report first, or takes that back; both lead to the list. */
export async function decideEpisode(
  context: Readonly<RouterContextProvider>,
  moderator: Account,
  url: URL,
  form: FormData,
) {
  const { moderation } = context.get(hoshiContext)
  const view = readEpisodesView(url.searchParams)
  return await runModeratorForm(form, async (values, text) => {
    switch (text('intent')) {
      case 'decide': {
        const subject = { kind: 'episode', id: text('episode') } as const
        const made = await moderation.decisions.decide(moderator, { subject, ...readDecision(values) })
        return redirectTo(episodesUrl(view, { done: made.id }))
      }
      case 'undo':
        await moderation.decisions.undo(moderator, text('made'))
        return redirectTo(episodesUrl(view))
      default:
        return refusePartialForm()
    }
  })
}
