import { data, type RouterContextProvider, redirect } from 'react-router'
import { hoshiContext, pageRequestContext } from '#app/context.ts'
import { readForm } from '#app/read-form.server.ts'
import { type Refused, refusedFrom } from '#app/refused.server.ts'
import { moveRow } from '#app/ui/move-row.ts'
import { Refusal } from '#platform/refusal.ts'
import { type EditRow, listOf, readOrder, withArc } from './list-order.ts'

/** A refused form of the editor, with what was typed. */
export interface RefusedSeries {
  refused: Refused
  values: SeriesValues
}

export interface SeriesValues {
  title: string
  description: string
  rows: EditRow[]
}

/** Saves the editor's form. Without scripts each button saves one step: 'up 3', 'down 3', 'out 3', 'add', 'add arc'. */
export async function changeSeries(context: Readonly<RouterContextProvider>, id: string, request: Request) {
  const form = await readForm(request)
  const text = (name: string) => String(form.get(name) ?? '')
  const rows = readOrder(text('order'), (key) => text(`title-${key}`))
  const values: SeriesValues = { title: text('title'), description: text('description'), rows }
  try {
    const { account } = context.get(pageRequestContext)
    if (!account) throw new Refusal('identity.sign_in_required')
    const { series } = context.get(hoshiContext)
    if (text('intent') === 'delete') {
      await series.remove(account, id)
      return redirect('/dashboard?tab=content')
    }
    const { title, description } = values
    await series.save(account, id, { title, description, ...listOf(step(rows, text('intent'), text('episode'))) })
    return redirect(`/series/${id}/edit?saved`)
  } catch (thrown) {
    const { refused, init } = refusedFrom(thrown)
    return data({ refused, values } satisfies RefusedSeries, init)
  }
}

/** The lines after a button was pressed. */
function step(rows: EditRow[], intent: string, episode: string): EditRow[] {
  const [kind, place] = intent.split(' ')
  const at = Number(place)
  if (kind === 'up') return moveRow(rows, at, at - 1)
  if (kind === 'down') return moveRow(rows, at, at + 1)
  if (kind === 'out') return rows.filter((_, index) => index !== at)
  if (intent === 'add arc') return withArc(rows)
  if (intent === 'add' && episode !== '') return [...rows, { kind: 'episode', key: episode }]
  return rows
}
