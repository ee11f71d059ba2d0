/** Episodes selected for a bulk change, in no order. */
export interface Selection {
  ids: ReadonlySet<string>
  /** The one selected or cleared last, from which a range extends. */
  anchor: string | null
}

export const noSelection: Selection = { ids: new Set(), anchor: null }

/** Selects an episode, or clears it if it was selected. */
export function toggled({ ids }: Selection, id: string): Selection {
  const next = new Set(ids)
  if (!next.delete(id)) next.add(id)
  return { ids: next, anchor: id }
}

/** Extends the selection from the anchor to an episode, both included; `shown` are the ids in their order. */
export function extended(selection: Selection, id: string, shown: readonly string[]): Selection {
  const from = selection.anchor === null ? -1 : shown.indexOf(selection.anchor)
  const to = shown.indexOf(id)
  if (from === -1 || to === -1) return toggled(selection, id)
  const range = shown.slice(Math.min(from, to), Math.max(from, to) + 1)
  return { ids: new Set([...selection.ids, ...range]), anchor: id }
}

/** The selection without episodes that are gone or filtered out. */
export function remainingOf({ ids, anchor }: Selection, shown: readonly string[]): Selection {
  const kept = new Set(shown.filter((id) => ids.has(id)))
  return { ids: kept, anchor }
}
