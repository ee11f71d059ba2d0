/** Marks a form in which a missing `embedsOpen` means that no site may embed the episode. */
export const ASKS_EMBED = 'asksEmbed'

/** The sites that may embed an episode, as in the fields of a form. */
export interface EmbedValues {
  embedsOpen: boolean
  /** One site a line; empty for all. */
  embedSites: string
}

export function embedValuesOf(sites: readonly string[] | null): EmbedValues {
  return { embedsOpen: sites === null || sites.length > 0, embedSites: sites?.join('\n') ?? '' }
}

export function readEmbedValues(data: { has(name: string): boolean; get(name: string): unknown }): EmbedValues {
  return { embedsOpen: data.has('embedsOpen'), embedSites: String(data.get('embedSites') ?? '') }
}

/** The choice as the API takes it. An address that was copied with a slash at its end counts as its site. */
export function embedSitesOf({ embedsOpen, embedSites }: EmbedValues): string[] | null {
  if (!embedsOpen) return []
  const sites = embedSites.split(/[\s,]+/).flatMap((line) => line.replace(/\/$/, '') || [])
  return sites.length > 0 ? sites : null
}

export function isSameChoice(one: readonly string[] | null, other: readonly string[] | null): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
