import { Refusal } from '#platform/refusal.ts'
import { readText } from '#platform/text.ts'
import type { TextReader } from './reader/text-reader.server.ts'
import type { WrittenText } from './reader/text-work.ts'
import {
  LABEL_MAX_CHARACTERS,
  languageName,
  readLanguage,
  SUBTITLE_MAX_BYTES,
  type SubtitleKind,
  subtitleKinds,
  WORDS_MAX_CHARACTERS,
} from './subtitle.ts'

/** The description of a text. */
export interface SubtitleFields {
  language: string
  kind: SubtitleKind
  /** The name of the language if it is empty. */
  label: string
}

/** @throws Refusal subtitles.language_unknown, subtitles.kind_unknown, subtitles.label_invalid */
export function readFields(raw: { language: string; kind: string; label: string }): SubtitleFields {
  const language = readLanguage(raw.language.trim())
  if (language === null) throw new Refusal('subtitles.language_unknown', { field: 'language' })
  const kind = subtitleKinds.find((each) => each === raw.kind)
  if (!kind) throw new Refusal('subtitles.kind_unknown', { field: 'kind' })
  const label = readText(raw.label, { maxCharacters: LABEL_MAX_CHARACTERS })
  if (!label.ok) throw new Refusal('subtitles.label_invalid', { field: 'label' })
  return { language, kind, label: label.text === '' ? languageName(language) : label.text }
}

/** @throws Refusal subtitles.words_invalid */
export function readWords(raw: string): string {
  const words = readText(raw, { maxCharacters: WORDS_MAX_CHARACTERS, multiline: true })
  if (!words.ok) throw new Refusal('subtitles.words_invalid', { field: 'words' })
  return words.text
}

/**
 * @param by whose place the reading takes; null for a job
 * @throws Refusal subtitles.file_missing, subtitles.too_large, subtitles.encoding_unknown, subtitles.format_unknown,
 *   subtitles.empty, subtitles.too_many_cues, subtitles.names_files, those of `TextReader`
 */
export async function readFile(
  file: Pick<Blob, 'size' | 'bytes'>,
  reader: TextReader,
  by: string | null,
): Promise<WrittenText> {
  const field = 'file'
  if (file.size === 0) throw new Refusal('subtitles.file_missing', { field })
  if (file.size > SUBTITLE_MAX_BYTES) throw new Refusal('subtitles.too_large', { field })
  const read = await reader.work(by, 'read', await file.bytes())
  if (!read.ok) throw new Refusal(`subtitles.${read.why}`, { field })
  // The rewritten text can be longer: '&' becomes '&amp;'.
  if (read.written.text.length > SUBTITLE_MAX_BYTES) throw new Refusal('subtitles.too_large', { field })
  return read.written
}
