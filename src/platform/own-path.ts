/**
 * Whether a text is a path of this site, with its query and anchor. False for anything that a browser could read as another site
 * (scheme, `//`, backslash, control characters), and for more than 2,000 characters.
 */
export function isOwnPath(path: string): boolean {
  if (!path.startsWith('/') || path.length > 2000) return false
  if (path.includes('//') || path.includes('\\')) return false
  // Browsers drop tabs and line breaks inside a URL, so "/\t/x" would become "//x".
  return !/[\p{Cc}\p{Cs}\s]/u.test(path)
}
