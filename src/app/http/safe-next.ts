import { isOwnPath } from '#platform/own-path.ts'

/**
 * Validates the page to return to after signing in: a path of this site, with its query.
 *
 * @returns null for anything that a browser could read as another site
 * @see docs/product.md#login
 */
export function safeNext(path: string | null | undefined): string | null {
  return path && isOwnPath(path) ? path : null
}
