/** The parts of the page that are tabs, in their order. Comments are one on a narrow page only. */
export const sideParts = ['comments', 'next', 'notes', 'lines'] as const
export type SidePart = (typeof sideParts)[number]

const STORAGE_KEY = 'hoshi.beside'

/** The part that was open last beside the player on this device; null before a first choice. */
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
