import type { Register } from 'react-router'

type Page = keyof Register['pages']

/**
 * Addresses to which pages send forms that may carry a file, as plain forms or by scripts (`.data`). The readers of these
 * forms limit them; every other form is limited to the size of text fields.
 */
const fileForms = [
  '/upload',
  '/settings',
  '/settings.data',
  '/settings/import',
  '/settings/import.data',
  '/dashboard',
  '/dashboard/episodes/:episodeId/:tab?',
  '/subtitles/:episodeId',
  '/subtitles/:episodeId.data',
  '/series/:seriesId/picture',
  '/series/:seriesId/picture.data',
] as const satisfies readonly (Page | `${Page}.data`)[]

const patterns = fileForms.map((form) => new RegExp(`^${form.replace('.', '\\.').replace(/:\w+\??/g, '[^/]+')}$`))

/** Whether the form that is sent to this path may carry a file. */
export function mayCarryFile(path: string): boolean {
  return patterns.some((pattern) => pattern.test(path))
}
