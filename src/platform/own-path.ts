/**
 * Whether a text is a path of this site, with its query and anchor. False for anything that a browser could read as another site
 * (scheme, `//`, backslash, control characters), also once a proxy has decoded its path, and for more than 2,000 characters.
 */
export function isOwnPath(path: string): boolean {
  if (!path.startsWith('/') || path.length > 2000) return false
  if (path.includes('//') || path.includes('\\')) return false
  if (/^[^?#]*%(?:2f|5c)/i.test(path)) return false
  // Browsers drop tabs and line breaks inside a URL, so "/\t/x" would become "//x".
  return !/[\p{Cc}\p{Cs}\s]/u.test(path)
}

/**
 * Percent-encodes all but the visible ASCII characters of an address, since a header takes no others. Characters that
 * are percent-encoded already stay as they are, and lone surrogates become U+FFFD.
 */
export function headerSafe(address: string): string {
  return address.toWellFormed().replace(/[^\x21-\x7e]+/gu, encodeURIComponent)
}
