import { fetchText } from '#app/captions/use-cues.ts'
import { callApi } from '#app/http/api-client.ts'
import { openScript, writeScript } from '#subtitles/script/script.ts'
import type { Script } from '#subtitles/script/script-parts.ts'
import type { Cue, SubtitleFormat } from '#subtitles/subtitle.ts'
import { cuesOfWebVtt, readSubtitleText } from '#subtitles/text/read-subtitles.ts'

/** A text as the server has it. */
export interface StoredText {
  id: string
  version: number
  format: SubtitleFormat
  fonts: { url: string }[]
}

/** The language, kind and label of a new text. */
export interface NewText {
  language: string
  kind: string
  label: string
}

const types: Readonly<Record<SubtitleFormat, string>> = {
  vtt: 'text/vtt',
  srt: 'application/x-subrip',
  ass: 'text/x-ssa',
}

/** The newest version of a text, to be edited. @throws ApiProblem, Error */
export async function loadScript(
  id: string,
  signal: AbortSignal,
): Promise<{ script: Script; version: number; fonts: string[] }> {
  // A version that is saved in between has another number than the text: saving asks then.
  const { format, version, fonts } = await callApi('GET', '/subtitles/:id', { param: { id }, signal })
  const text = await fetchText(`/api/v1/subtitles/${id}?format=${format}`, 'same-origin', signal)
  const read = readSubtitleText(text)
  const script = openScript(format, read.ok ? read.subtitles.text : text)
  return { script, version, fonts: fonts.map(({ url }) => url) }
}

/** The lines of another text, to be read beside. @throws Error */
export async function loadCues(id: string, signal: AbortSignal): Promise<Cue[]> {
  return cuesOfWebVtt(await fetchText(`/api/v1/subtitles/${id}?format=vtt`, 'same-origin', signal))
}

/**
 * Saves a version.
 * @param version that was changed; null saves without asking whether there is a newer one
 * @throws ApiProblem
 */
export function saveScript(
  id: string,
  script: Script,
  version: number | null,
  signal: AbortSignal,
): Promise<StoredText> {
  const form = formOf(script)
  if (version !== null) form.set('version', String(version))
  return callApi('PUT', '/subtitles/:id', { param: { id }, body: form, signal })
}

/** Adds a text to an episode. @throws ApiProblem */
export function addScript(
  episodeId: string,
  script: Script,
  { language, kind, label }: NewText,
  signal: AbortSignal,
): Promise<StoredText> {
  const form = formOf(script)
  form.set('language', language)
  form.set('kind', kind)
  if (label !== '') form.set('label', label)
  return callApi('POST', '/episodes/:id/subtitles', { param: { id: episodeId }, body: form, signal })
}

function formOf(script: Script): FormData {
  const form = new FormData()
  form.set('file', new Blob([writeScript(script)], { type: types[script.format] }), `lines.${script.format}`)
  return form
}
