const names = ['intent', 'language', 'otherLanguage', 'kind', 'label', 'words'] as const

/** The values that were typed in a form of the page, without its file. */
export type SubtitlesValues = Record<(typeof names)[number], string>

/** @param typed the field of this name, if there is one */
export function readValues(typed: (name: string) => unknown): SubtitlesValues {
  return Object.fromEntries(names.map((name) => [name, String(typed(name) ?? '')])) as SubtitlesValues
}
