import { type EditRow, readOrder } from './list-order.ts'

/** Labels of the texts of a series, by the names of their fields. */
export const seriesLabels = { title: 'Title', description: 'Description' }

/** The editor's form as submitted; a text that it lacks stays as it is stored. */
export interface SeriesValues {
  title?: string
  description?: string
  rows: EditRow[]
}

/** Reads the editor's form; null without a complete list, which is never taken for an empty one. */
export function readSeriesForm(form: FormData): SeriesValues | null {
  const text = (name: string) => (form.has(name) ? String(form.get(name)) : null)
  const order = text('order')
  const rows = order === null ? null : readOrder(order, (key) => text(`title-${key}`))
  if (rows === null) return null
  const [title, description] = [text('title'), text('description')]
  return { ...(title !== null && { title }), ...(description !== null && { description }), rows }
}
