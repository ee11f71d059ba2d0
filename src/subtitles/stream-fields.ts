import { withoutStackedMarks } from '#platform/text.ts'
import type { TextStream } from '#video/media/text-streams/text-stream.ts'
import { readFields, type SubtitleFields } from './read-fields.ts'
import { LABEL_MAX_CHARACTERS, readLanguage, type SubtitleKind, UNKNOWN_LANGUAGE } from './subtitle.ts'

type Described = Pick<TextStream, 'language' | 'title' | 'isForced' | 'isForHearingImpaired'>

/** The description of a text that was in a file, from the metadata of its stream and from the text itself. */
export function fieldsOfStream({ language, title, ...flags }: Described, text: string): SubtitleFields {
  // Codes of three letters have a canonical form of two: `ger` and `deu` are `de`.
  const stated = readLanguage(language.trim())
  const known =
    stated === null || [UNKNOWN_LANGUAGE, 'mis', 'mul', 'zxx'].includes(stated) ? languageOfScript(text) : stated
  return readFields({ language: known, kind: kindOf(flags, title), label: plain(title) })
}

/** A label as `readFields` takes it: one line of plain text. */
function plain(title: string): string {
  // A character may be a pair, and may consist of several before NFC.
  const start = title.slice(0, LABEL_MAX_CHARACTERS * 4).replaceAll(/[\p{C}\p{Z}]+/gu, ' ')
  return firstCharacters(withoutStackedMarks(start).trim(), LABEL_MAX_CHARACTERS).trim()
}

function firstCharacters(text: string, count: number): string {
  return [...text].slice(0, count).join('')
}

/** The language of a text in a script that only one language has: kana or Hangul. */
function languageOfScript(text: string): string {
  const sample = text.slice(0, 100_000)
  if (/[\p{sc=Hira}\p{sc=Kana}]/u.test(sample)) return 'ja'
  return /\p{sc=Hang}/u.test(sample) ? 'ko' : UNKNOWN_LANGUAGE
}

function kindOf(
  { isForced, isForHearingImpaired }: Omit<Described, 'language' | 'title'>,
  title: string,
): SubtitleKind {
  if (isForHearingImpaired || /\b(sdh|cc|hearing)\b/i.test(title)) return 'captions'
  return isForced || /\b(signs?|songs?|forced)\b/i.test(title) ? 'signs' : 'subtitles'
}

/** The same fields with a label that none of these texts has, in the same language and kind; null after ten. */
export function withOwnLabel(fields: SubtitleFields, taken: SubtitleFields[]): SubtitleFields | null {
  for (let number = 1; number <= 10; number += 1) {
    const suffix = number === 1 ? '' : ` (${number})`
    const named = { ...fields, label: firstCharacters(fields.label, LABEL_MAX_CHARACTERS - suffix.length) + suffix }
    if (!taken.some((each) => isSame(each, named))) return named
  }
  return null
}

export function isSame(one: SubtitleFields, other: SubtitleFields): boolean {
  return (['language', 'kind', 'label'] as const).every((field) => one[field] === other[field])
}
