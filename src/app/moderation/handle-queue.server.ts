import type { RouterContextProvider } from 'react-router'
import { hoshiContext } from '#app/http/context.ts'
import { refusePartialForm } from '#app/http/read-form.server.ts'
import { redirectTo } from '#app/http/redirect-to.ts'
import type { Account } from '#identity/account.ts'
import { queueUrl, readQueueView } from './queue-url.ts'
import { readDecision, runModeratorForm } from './read-decision.server.ts'

/** Handles the forms of the queue; each leads back to it, a decision to the next item. */
export async function handleQueue(
  context: Readonly<RouterContextProvider>,
  moderator: Account,
  url: URL,
  form: FormData,
) {
  const { moderation } = context.get(hoshiContext)
  const view = readQueueView(url.searchParams)
  const next = { ...view, item: null, cursor: null }
  return await runModeratorForm(form, async (values, text) => {
    switch (text('intent')) {
      case 'decide': {
        if (values.decision === 'second') {
          await moderation.queue.askSecondOpinion(moderator, text('item'), values.note)
          return redirectTo(queueUrl(next))
        }
        const made = await moderation.decisions.decide(moderator, { itemId: text('item'), ...readDecision(values) })
        return redirectTo(queueUrl(next, made.id))
      }
      case 'undo':
        await moderation.decisions.undo(moderator, text('made'))
        return redirectTo(queueUrl(view))
      case 'claim':
        await moderation.queue.claim(moderator, text('item'))
        return redirectTo(queueUrl(view))
      case 'release':
        await moderation.queue.release(moderator, text('item'))
        return redirectTo(queueUrl(view))
      case 'appeal': {
        const outcome = text('outcome') === 'reversed' ? 'reversed' : 'upheld'
        await moderation.appeals.decide(moderator, text('appeal'), { outcome, reason: values.reason })
        return redirectTo(queueUrl(next))
      }
      default:
        return refusePartialForm()
    }
  })
}
