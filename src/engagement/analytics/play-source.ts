/** Where a visitor was before a play: pages of ours, the embedded player, or elsewhere. */
export const playSources = ['landing', 'explore', 'search', 'profile', 'next', 'series', 'embed', 'outside'] as const
export type PlaySource = (typeof playSources)[number]

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
