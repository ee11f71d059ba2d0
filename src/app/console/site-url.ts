import { type SiteDone, siteDone } from '#app/messages/site.ts'

export const settingsPath = '/admin/settings'

/** The page after a change, with a sentence about it. */
export function settingsUrl(done: SiteDone): string {
  return `${settingsPath}?done=${done}`
}

/** The sentence that the URL of the page names; null for none. */
export function siteDoneSentence(params: URLSearchParams): string | null {
  const done = params.get('done')
  return done !== null && Object.hasOwn(siteDone, done) ? siteDone[done as SiteDone] : null
}
