/** The parts of the panel beside the player, in the order of its tabs. */
export const sideParts = ['notes', 'lines'] as const
export type SidePart = (typeof sideParts)[number]

const STORAGE_KEY = 'hoshi.beside'

/** The part that was open last on this device; null before a first choice. */
export function readSidePart(): SidePart | null {
  try {
    return sideParts.find((part) => part === localStorage.getItem(STORAGE_KEY)) ?? null
  } catch {
    // Private windows of some browsers have no storage.
    return null
  }
}

export function rememberSidePart(part: SidePart): void {
  try {
    localStorage.setItem(STORAGE_KEY, part)
  } catch {
    // It is chosen again next time.
  }
}
