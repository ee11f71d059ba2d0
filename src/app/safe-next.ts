/**
 * Validates the page to return to after signing in: a path of this site, with its query.
 *
 * @returns null for anything that a browser could read as another site (scheme, `//`, backslash, control characters)
 * @see docs/product.md#login
 */
export function safeNext(path: string | null | undefined): string | null {
  if (!path?.startsWith('/') || path.length > 2000) return null
  if (path.includes('//') || path.includes('\\')) return null
  // Browsers drop tabs and line breaks inside a URL, so "/\t/x" would become "//x".
  if (/[\p{Cc}\p{Cs}\s]/u.test(path)) return null
  return path
}
