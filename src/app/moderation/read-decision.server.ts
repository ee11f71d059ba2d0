import { data } from 'react-router'
import { refusePartialForm } from '#app/http/read-form.server.ts'
import { type Refused, refusedFrom } from '#app/http/refused.server.ts'
import { decisions, labels } from '#moderation/decision.ts'

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

/** Reads a text field of the form; empty when it is missing. */
type ReadText = (name: string) => string

/**
 * Runs an act that a form of moderators asks for. A refusal is answered with the values, so that the form shows them again.
 *
 * @param act is given the values of the form, and reads its other fields; returns where to go next
 */
export async function runModeratorForm(
  form: FormData,
  act: (values: DecisionValues, text: ReadText) => Promise<Response>,
) {
  const text = (name: string) => String(form.get(name) ?? '')
  const values = readValues(text)
  try {
    return await act(values, text)
  } catch (thrown) {
    if (thrown instanceof Response) throw thrown
    const { refused, init } = refusedFrom(thrown)
    return data<{ refused: Refused; values: DecisionValues }>({ refused, values }, init)
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

function readValues(text: ReadText): DecisionValues {
  return {
    decision: text('decision'),
    rule: text('rule'),
    label: text('label'),
    reason: text('reason'),
    note: text('note'),
    days: text('days'),
  }
}
