/** The version of the messages between the embedded player and the page around it. */
export const EMBED_VERSION = 1

/** Commands from the page around the player. */
export type EmbedCommand =
  | { do: 'play' | 'pause' | 'state' }
  | { do: 'seek'; seconds: number }
  | { do: 'frame'; frame: number }

/** Where the player is. `frame` counts from 0, and is null where the frame rate is not known. */
export interface EmbedState {
  playing: boolean
  seconds: number
  frame: number | null
  durationSeconds: number | null
}

/** Events for the page around the player. */
export interface EmbedEvent extends EmbedState {
  hoshi: typeof EMBED_VERSION
  event: 'ready' | 'state' | 'error'
}

/**
 * Reads a message from the page around the player.
 * @returns null for data that are no command of this version; 'invalid' for a command without a usable value
 */
export function readCommand(data: unknown): EmbedCommand | 'invalid' | null {
  if (typeof data !== 'object' || data === null) return null
  const { hoshi, do: name, seconds, frame } = data as Record<string, unknown>
  if (hoshi !== EMBED_VERSION) return null
  switch (name) {
    case 'play':
    case 'pause':
    case 'state':
      return { do: name }
    case 'seek':
      return isCount(seconds) ? { do: name, seconds } : 'invalid'
    case 'frame':
      return isCount(frame) && Number.isInteger(frame) ? { do: name, frame } : 'invalid'
    default:
      return null
  }
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0
}

/** Whether pages of this origin may embed the episode. @param sites that may; null for all */
export function mayEmbed(sites: readonly string[] | null, origin: string): boolean {
  return sites === null || sites.includes(origin)
}
