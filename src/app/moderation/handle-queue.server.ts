import { data, type RouterContextProvider } from 'react-router'
import { hoshiContext } from '#app/http/context.ts'
import { refusePartialForm } from '#app/http/read-form.server.ts'
import { redirectTo } from '#app/http/redirect-to.ts'
import { refusedFrom } from '#app/http/refused.server.ts'
import type { Account } from '#identity/account.ts'
import { decisions, labels } from '#moderation/decision.ts'
import { queueUrl, readQueueView } from './queue-url.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** The values of a refused form, which are shown again. */
export interface DecisionValues {
  decision: string
  rule: string
  label: string
  reason: string
  note: string
  days: string
}

/** Handles the forms of the queue; each leads back to it, a decision to the next item. */
export async function handleQueue(
  context: Readonly<RouterContextProvider>,
  moderator: Account,
  url: URL,
  form: FormData,
) {
  const { moderation } = context.get(hoshiContext)
  const text = (name: string) => String(form.get(name) ?? '')
  const view = readQueueView(url.searchParams)
  const values = readValues(form)
  const next = { ...view, item: null, cursor: null }
  try {
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
        refusePartialForm()
    }
  } catch (thrown) {
    if (thrown instanceof Response) throw thrown
    const { refused, init } = refusedFrom(thrown)
    return data({ refused, values }, init)
  }
}

/** The values of a decision's form, to decide and to be shown again. */
export function readValues(form: FormData): DecisionValues {
  const text = (name: string) => String(form.get(name) ?? '')
  return {
    decision: text('decision'),
    rule: text('rule'),
    label: text('label'),
    reason: text('reason'),
    note: text('note'),
    days: text('days'),
  }
}

/** The fields that the chosen decision has; those of the others are in the form too. */
export function readDecision({ decision: chosenDecision, rule, label, reason, note, days }: DecisionValues) {
  const decision = decisions.find((each) => each === chosenDecision) ?? refusePartialForm()
  const chosen = labels.find((each) => each === label)
  return {
    decision,
    note,
    ...(decision !== 'leave' && { reason }),
    ...(decision !== 'leave' && rule !== '' && { rule }),
    ...(decision === 'nsfw' && chosen && { label: chosen }),
    ...(decision === 'suspend' && { until: new Date(Date.now() + Number(days) * DAY_MS) }),
  }
}
