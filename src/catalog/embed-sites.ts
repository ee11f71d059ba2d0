import { Refusal } from '#platform/refusal.ts'
import { type Audience, isOpen } from './audience.ts'

/** @see docs/product.md#limits */
export const EMBED_SITES_MAX = 50

/** Whether other sites may show the episode: everybody may watch it, none of it is adult, and its creator allows any site. */
export function mayBeEmbedded(episode: {
  audience: Audience
  nsfw: boolean
  hls: string | null
  embedSites: readonly string[] | null
}): boolean {
  const { audience, nsfw, hls, embedSites } = episode
  return isOpen(audience) && !nsfw && hls !== null && embedSites?.length !== 0
}

const hostName = /^(?:[a-z0-9-]+(?:\.[a-z0-9-]+)*|\[[0-9a-f:.]+\])$/
const ownMachine = new Set(['localhost', '127.0.0.1', '[::1]'])

/**
 * Reads the sites that may embed an episode: origins such as `https://example.com`, each once. Null for all sites, an
 * empty list for none.
 * @throws Refusal catalog.embed_sites_invalid
 */
export function readEmbedSites(raw: readonly string[] | null): string[] | null {
  if (raw === null) return null
  const sites = new Set(raw.map(readSite))
  if (sites.size > EMBED_SITES_MAX) throw new Refusal('catalog.embed_sites_invalid', { field: 'embedSites' })
  return [...sites]
}

/** An origin as browsers spell it. Its host is plain: the list becomes part of a header. */
function readSite(raw: string): string {
  const url = /^https?:\/\/[^/?#@\\\s]+$/i.test(raw) && URL.canParse(raw) ? new URL(raw) : null
  const isAllowed =
    url !== null && hostName.test(url.hostname) && (url.protocol === 'https:' || ownMachine.has(url.hostname))
  if (!isAllowed) throw new Refusal('catalog.embed_sites_invalid', { field: 'embedSites' })
  return url.origin
}
