import type { Cue, SubtitleFormat } from '#subtitles/subtitle.ts'
import { writeSubtitles } from '#subtitles/text/write-subtitles.ts'
import type { Person } from '#tests/support/http/person.ts'

/** A file of lines that are a second long each, one after the other from 0:01. */
export function linesFile(texts: string[], format: SubtitleFormat = 'vtt'): Blob {
  return new Blob([writeSubtitles(format, cuesOfTexts(texts))])
}

export function cuesOfTexts(texts: string[]): Cue[] {
  return texts.map((text, at) => ({ from: at + 1, to: at + 2, text }))
}

/** The form that brings a file to the API. */
export function subtitleForm(file: Blob | null, fields: Record<string, string> = {}): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  if (file) form.set('file', file, 'subtitles.vtt')
  return form
}

/** Has a creator add a text to an episode and approve it. @returns its id */
export async function approveText(
  creator: Pick<Person, 'call'>,
  episodeId: string,
  file: Blob,
  fields: Record<string, string> = {},
  author: Pick<Person, 'call'> = creator,
): Promise<string> {
  const form = subtitleForm(file, { language: 'en', kind: 'subtitles', ...fields })
  const added = await author.call('POST', `/api/v1/episodes/${episodeId}/subtitles`, form)
  if (added.status !== 201) throw new Error(`Adding subtitles answered ${added.status}: ${await added.text()}`)
  const { id } = (await added.json()) as { id: string }
  const reviewed = await creator.call('POST', `/api/v1/subtitles/${id}/review`, { outcome: 'approved' })
  if (reviewed.status !== 200) throw new Error(`Approving answered ${reviewed.status}.`)
  return id
}
