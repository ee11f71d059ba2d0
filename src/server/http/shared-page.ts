import { createHash } from 'node:crypto'
import { mayNameShown } from '#catalog/shown-episodes.ts'
import { carriesSession } from '#identity/account.ts'

/** Pages that look the same to everyone without an account, at their plain address. */
const sharedPath = /^\/(?:explore|transparency|(?:watch|creator)\/[\w-]{1,64})?$/
/** Filters of Explore; a search is counted for each caller. */
const sharedQuery = /^(?:\?(?:genre=[^&]{1,60}|trending=true)(?:&trending=true)?)?$/

const embedPath = /^\/embed\/[\w-]{1,64}$/
const watchPath = /^\/watch\/([\w-]+)$/

/**
 * Key of a page that callers without an account may share; null for any other request, and for the page of an adult episode
 * that the caller has chosen to see.
 */
export function sharedPageKey(request: Request): string | null {
  if (request.method !== 'GET') return null
  const { host, pathname, search } = new URL(request.url)
  // The embedded player looks the same to people with an account.
  if (embedPath.test(pathname) && search === '') return `${host}${pathname}`
  if (carriesSession(request.headers.get('cookie'))) return null
  if (!sharedPath.test(pathname) || !sharedQuery.test(search)) return null
  if (search !== '' && pathname !== '/explore') return null
  const [, watched] = watchPath.exec(pathname) ?? []
  if (watched !== undefined && mayNameShown(request.headers.get('cookie'), watched)) return null
  return `${host}${pathname}${search}`
}

/** Whether a request is for the player on pages of other sites, or its data: cookies decide nothing there. */
export function isForEmbed(request: Request): boolean {
  return ['GET', 'HEAD'].includes(request.method) && new URL(request.url).pathname.startsWith('/embed/')
}

/**
 * A request for the same page without the caller's headers, which must not affect the page of others.
 * @param cookie that all callers of this page share; null for none
 */
export function sharedRequest({ url, method }: Request, cookie: string | null = null): Request {
  return new Request(url, { method, headers: cookie === null ? {} : { cookie } })
}

const inlineScript = /<script(?<attributes>[^>]*)>(?<text>[\s\S]*?)<\/script>/g

/**
 * Prepares a page that was rendered with a nonce for many callers: the hashes of the inline scripts that carry the nonce take its
 * place. Only the code of the pages knows the nonce, so a script that came in by any text gets no hash.
 *
 * @returns hashes: sources of a Content-Security-Policy
 */
export function shareScripts(page: string, nonce: string): { page: string; hashes: string[] } {
  const attribute = ` nonce="${nonce}"`
  const ours = [...page.matchAll(inlineScript)].flatMap(({ groups }) =>
    groups?.text && groups.attributes?.includes(attribute) ? [groups.text] : [],
  )
  const hashes = [...new Set(ours)].map((text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`)
  return { page: page.replaceAll(attribute, ''), hashes }
}
