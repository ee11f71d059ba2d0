import type { EpisodeEdit } from '#app/dashboard/dashboard-api.ts'
import { contentNoteField } from '#app/episodes/content-notes.ts'
import type { EditTab } from '#app/own-episodes/edit-address.ts'
import { contentNotes } from '#catalog/content-notes.ts'
import { type OpennessName, opennessNames } from '#catalog/episode-metadata.ts'
import { opennessTexts } from './openness-switches.tsx'

/** A field of the form that can be saved. */
export interface FormField {
  /** Its label. */
  name: string
  tab: EditTab
  /** Names of its inputs; the first gets the focus. */
  inputs: readonly string[]
}

/** What is saved with the form, but not sent by it. */
export const thumbnailField: FormField = { name: 'Thumbnail', tab: 'thumbnail', inputs: ['atSeconds', 'poster'] }

export const creditsField: FormField = { name: 'Credits', tab: 'credits', inputs: ['role', 'name', 'link', 'credits'] }

/** Every field of the form, in the order of the page, with what it changes. */
const fields: readonly (FormField & { changes: readonly (keyof EpisodeEdit)[] })[] = [
  { name: 'Title', tab: 'details', inputs: ['title'], changes: ['title'] },
  { name: 'Description', tab: 'details', inputs: ['description'], changes: ['description'] },
  { name: 'Genre', tab: 'details', inputs: ['genre', 'otherGenre'], changes: ['genre'] },
  { name: 'Tags', tab: 'details', inputs: ['tags'], changes: ['tags'] },
  { name: 'Series', tab: 'details', inputs: ['seriesId', 'seriesNumber'], changes: ['seriesId', 'seriesNumber'] },
  { name: 'NSFW', tab: 'details', inputs: ['nsfw'], changes: ['nsfw'] },
  { name: 'Content notes', tab: 'details', inputs: contentNotes.map(contentNoteField), changes: ['contentNotes'] },
  { name: 'Visibility', tab: 'sharing', inputs: ['visibility', 'publishAt'], changes: ['visibility', 'publishAt'] },
  ...opennessNames.map((name: OpennessName) => ({
    name: opennessTexts[name].title,
    tab: 'sharing' as const,
    inputs: [name],
    changes: [name],
  })),
  { name: 'Embedding', tab: 'sharing', inputs: ['embedsOpen', 'embedSites'], changes: ['embedSites'] },
]

/** The fields in which these changes were made: a series and its number are one, as are a visibility and its time. */
export function changedFields(edit: EpisodeEdit): FormField[] {
  return fields.filter(({ changes }) => changes.some((change) => edit[change] !== undefined))
}

/** The field with this input; null for none. @param input as a refusal names it, such as `credits.0.profile` */
export function fieldOf(input: string | null): FormField | null {
  const name = input?.split('.')[0]
  return [...fields, thumbnailField, creditsField].find(({ inputs }) => name && inputs.includes(name)) ?? null
}
