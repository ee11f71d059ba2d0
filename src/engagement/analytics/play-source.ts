/** Where a visitor was before a play: pages of ours, the embedded player, or elsewhere. */
export const playSources = ['landing', 'explore', 'search', 'profile', 'next', 'series', 'embed', 'outside'] as const
export type PlaySource = (typeof playSources)[number]

/** The sources that are other sites, each by its host: a link there, or the player embedded there. */
export const sourcesWithHosts = ['outside', 'embed'] as const satisfies PlaySource[]

export function isOfOtherSite(source: PlaySource): source is (typeof sourcesWithHosts)[number] {
  return (sourcesWithHosts as readonly PlaySource[]).includes(source)
}

const HOST_MAX_CHARACTERS = 253

/** Whether this could be the host of a site, in lower case and without a port. */
function isHost(value: string): boolean {
  return (
    value.length <= HOST_MAX_CHARACTERS &&
    /^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/.test(value)
  )
}

/** The stored form of a reported host: its lower case without a leading 'www.'; null where it is none. */
export function storedHost(value: string): string | null {
  const host = value.toLowerCase().replace(/^www\.(?=.+\.)/, '')
  return isHost(host) ? host : null
}
