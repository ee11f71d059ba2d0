import { Refusal } from '#platform/refusal.ts'
import { readText } from '#platform/text.ts'
import { PATREON_URL_MAX_CHARACTERS, type SupportLink, type SupportLinkFields } from './creator.ts'

/** @see docs/product.md#support-links */
export const SUPPORT_LINKS_MAX = 5
export const SUPPORT_LABEL_MAX_CHARACTERS = 40

/**
 * Reads the list of links into the form that is stored; a row whose URL is empty is left out.
 * @param stored the present links: one of them may start with http, from the time before links had labels
 * @throws Refusal creators.too_many_support_links, creators.support_url_invalid, creators.support_label_invalid,
 *   creators.support_link_repeated; `field` names the entry, such as `supportLinks.1.url`
 */
export function readSupportLinks(
  raw: readonly SupportLinkFields[],
  stored: readonly SupportLinkFields[],
): SupportLinkFields[] {
  const kept = new Set(stored.map(({ url }) => url))
  const urls = new Set<string>()
  const links: SupportLinkFields[] = []
  for (const [index, each] of raw.entries()) {
    if (each.url.trim() === '' && each.label.trim() === '') continue
    const field = (name: string) => ({ field: `supportLinks.${index}.${name}` })
    const url = readSupportUrl(each.url)
    if (!url || !(url.startsWith('https:') || kept.has(url)))
      throw new Refusal('creators.support_url_invalid', field('url'))
    if (urls.has(url)) throw new Refusal('creators.support_link_repeated', field('url'))
    urls.add(url)
    const label = readText(each.label, { maxCharacters: SUPPORT_LABEL_MAX_CHARACTERS })
    if (!label.ok) throw new Refusal('creators.support_label_invalid', field('label'))
    links.push({ url, label: label.text || labelOf(url) })
  }
  if (links.length > SUPPORT_LINKS_MAX) throw new Refusal('creators.too_many_support_links', { field: 'supportLinks' })
  return links
}

/** The links with another first one, which keeps its label if it was among them; an empty URL removes the first one. */
export function withFirstLink(links: readonly SupportLinkFields[], url: string): SupportLinkFields[] {
  const others = links.slice(1)
  if (url === '') return others
  const known = links.find((link) => link.url === url)
  return [known ?? { url, label: labelOf(url) }, ...others.filter((link) => link !== known)]
}

/** The normal form of an http or https address without credentials; null for anything else. */
export function readSupportUrl(raw: string): string | null {
  const reading = readText(raw, { maxCharacters: PATREON_URL_MAX_CHARACTERS })
  // The parser alone would also accept https:patreon.com and https:\\patreon.com.
  if (!reading.ok || !/^https?:\/\/[^\\\s]+$/i.test(reading.text)) return null
  const url = URL.parse(reading.text)
  const hasNoCredentials = url?.username === '' && url.password === '' && !reading.text.includes('://@')
  return url && hasNoCredentials && url.href.length <= PATREON_URL_MAX_CHARACTERS ? url.href : null
}

/** The host that people see beside a link. */
export function hostOf(url: string): string {
  return new URL(url).hostname.replace(/^www\./, '')
}

/** A link as pages and programs get it. */
export interface ShownSupportLink extends SupportLink {
  host: string
}

export function withHosts(links: readonly SupportLink[]): ShownSupportLink[] {
  return links.map(({ label, url, verified }) => ({ label, url, host: hostOf(url), verified }))
}

const services = [
  { name: 'Patreon', host: /^patreon\.com$/ },
  { name: 'Ko-fi', host: /^ko-fi\.com$/ },
  { name: 'Liberapay', host: /^liberapay\.com$/ },
  { name: 'BOOTH', host: /(^|\.)booth\.pm$/ },
  { name: 'pixivFANBOX', host: /(^|\.)fanbox\.cc$/ },
]

/** The name of a known service, or else the host. */
function labelOf(url: string): string {
  const shown = hostOf(url)
  return services.find(({ host }) => host.test(shown))?.name ?? shown.slice(0, SUPPORT_LABEL_MAX_CHARACTERS)
}
