import type { EditFormValues } from '#app/dashboard/edit-values.ts'
import type { ShownChoices } from '#app/dashboard/shown-choices.ts'
import type { EditTab } from '#app/own-episodes/edit-address.ts'
import { mapOpenness } from '#catalog/episode-metadata.ts'

/** What was typed on a tab: without scripts, its form has the fields of this tab only. */
export function typedOn(tab: EditTab, typed: EditFormValues): Partial<EditFormValues> {
  if (tab === 'sharing') {
    const { visibility, publishAt, embedsOpen, embedSites } = typed
    return { visibility, publishAt, embedsOpen, embedSites, ...mapOpenness((name) => typed[name]) }
  }
  const { title, description, genre, tags, nsfw, contentNotes, seriesId, seriesNumber } = typed
  return { title, description, genre, tags, nsfw, contentNotes, seriesId, seriesNumber }
}

/** The choices with which the form of a tab was opened. */
export function shownOn(tab: EditTab, { visibility, seriesId, seriesNumber }: ShownChoices): Partial<ShownChoices> {
  return tab === 'sharing' ? { visibility } : { seriesId, seriesNumber }
}
