import { data, type RouterContextProvider } from 'react-router'
import { hoshiContext, pageRequestContext } from '#app/http/context.ts'
import { readForm, refusePartialForm } from '#app/http/read-form.server.ts'
import { redirectTo } from '#app/http/redirect-to.ts'
import { type Refused, refusedFrom } from '#app/http/refused.server.ts'
import type { FieldProblem } from '#app/ui/form-problems.ts'
import { moveRow } from '#app/ui/move-row.ts'
import { Refusal } from '#platform/refusal.ts'
import { type EditRow, seriesListOf, withArc } from './list-order.ts'
import { readSeriesForm, type SeriesValues, seriesLabels } from './series-form.ts'
import { seriesProblems } from './series-problems.server.ts'

/** A refused form of the editor, with the typed values. */
export interface RefusedSeries {
  refused: Refused
  /** All that is wrong with the texts. */
  problems: FieldProblem[]
  /** Null where the form cannot be read. */
  values: SeriesValues | null
}

/** Saves the editor's form. Without scripts each button saves one step: 'up 3', 'down 3', 'out 3', 'add', 'add arc'. */
export async function changeSeries(context: Readonly<RouterContextProvider>, id: string, request: Request) {
  const form = await readForm(request)
  const intent = String(form.get('intent') ?? '')
  const values = readSeriesForm(form)
  const rows = values && step(values.rows, intent, String(form.get('episode') ?? ''))
  if (values === null || rows === null) refusePartialForm()
  try {
    const { account } = context.get(pageRequestContext)
    if (!account) throw new Refusal('identity.sign_in_required')
    const { series } = context.get(hoshiContext)
    if (intent === 'delete') {
      await series.remove(account, id)
      return redirectTo('/dashboard?tab=content')
    }
    await series.save(account, id, { ...values, ...seriesListOf(rows) })
    return redirectTo(`/series/${id}/edit?saved`)
  } catch (thrown) {
    const { refused, init } = refusedFrom(thrown)
    const problems = refused.field !== null && refused.field in seriesLabels ? seriesProblems(values) : []
    return data({ refused, problems, values } satisfies RefusedSeries, init)
  }
}

/** The lines after a button was pressed; null for none of the editor's buttons. */
function step(rows: EditRow[], intent: string, episode: string): EditRow[] | null {
  const [kind, place] = intent.split(' ')
  const at = Number(place)
  if (intent === 'save' || intent === 'delete') return rows
  if (kind === 'up') return moveRow(rows, at, at - 1)
  if (kind === 'down') return moveRow(rows, at, at + 1)
  if (kind === 'out') return rows.filter((_, index) => index !== at)
  if (intent === 'add arc') return withArc(rows)
  return intent === 'add' && episode !== '' ? [...rows, { kind: 'episode', key: episode }] : null
}
