import { elementsOf } from './html-elements.ts'

/**
 * Whether an HTML page links to this profile with `rel="me"`, in an `a` or a `link` element.
 * @param pageUrl against which relative links are resolved
 */
export function linksBack(html: string, pageUrl: string, profileUrl: string): boolean {
  const wanted = comparable(profileUrl)
  for (const { name, attributes } of elementsOf(html)) {
    if (name !== 'a' && name !== 'link') continue
    const isMe = (attributes.get('rel') ?? '').toLowerCase().split(/\s+/).includes('me')
    if (isMe && comparable(decode(attributes.get('href') ?? ''), pageUrl) === wanted) return true
  }
  return false
}

/** A URL without fragment, query and final slash. */
function comparable(raw: string, base?: string): string | null {
  const url = URL.parse(raw.trim(), base)
  return url && `${url.origin}${url.pathname.replace(/\/$/, '')}`
}

const references: Record<string, string> = { amp: '&', sol: '/', colon: ':', period: '.' }

/** Decodes the character references that occur in URLs. */
function decode(text: string): string {
  return text.replace(/&(?:#(\d{1,6})|#x([\da-f]{1,5})|(\w{1,8}));/gi, (whole, decimal, hex, name) => {
    const code = decimal ? Number(decimal) : Number.parseInt(hex, 16)
    return Number.isNaN(code) ? (references[name] ?? whole) : String.fromCodePoint(Math.min(code, 0x10ffff))
  })
}
