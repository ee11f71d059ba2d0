// biome-ignore lint/style/noRestrictedImports: the one place that redirects
import { redirect } from 'react-router'
import { headerSafe } from '#platform/own-path.ts'

/**
 * Redirects to a path of this site, or to the URL of a provider. Its letters may be of any script, which a header takes only
 * percent-encoded; every redirect of a page comes by here.
 */
export function redirectTo(address: string, init?: ResponseInit): Response {
  return redirect(headerSafe(address), init)
}
