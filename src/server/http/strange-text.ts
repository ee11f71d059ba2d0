import { Refusal } from '#platform/refusal.ts'

/** Control characters but line breaks and tabs, and lone surrogates: no text of ours has one, and PostgreSQL stores no NUL. */
const strange = /[[\p{Cc}\p{Cs}]--[\t\n\r]]/v
/** Names of our own parameters look like this; others are not repeated in an answer. */
const parameterName = /^[\w.-]{1,40}$/

/**
 * Refuses parameters that are no text, for every route and page at once.
 * @throws Refusal request.invalid
 */
export function refuseStrangeQuery(url: string): void {
  for (const [name, value] of new URL(url).searchParams) {
    if (!strange.test(value)) continue
    throw new Refusal('request.invalid', parameterName.test(name) ? { field: name } : {})
  }
}

/**
 * Refuses the path of a page that is no text, also because its percent-encoding is broken: it leads nowhere.
 * @throws Refusal request.not_found
 */
export function refuseStrangePath(url: string): void {
  if (!isText(new URL(url).pathname)) throw new Refusal('request.not_found')
}

function isText(path: string): boolean {
  try {
    return !strange.test(decodeURIComponent(path))
  } catch {
    return false
  }
}
