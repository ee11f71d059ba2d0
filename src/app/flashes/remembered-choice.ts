const choices = ['dimmed', 'as made'] as const

/** How a viewer watches episodes that flash. */
export type FlashChoice = (typeof choices)[number]

const STORAGE_KEY = 'hoshi.flashes'

/** The choice that this device remembers; null without one, and for stored text that is none. */
export function rememberedChoice(): FlashChoice | null {
  try {
    return choices.find((choice) => choice === localStorage.getItem(STORAGE_KEY)) ?? null
  } catch {
    // Private windows of some browsers have no storage.
    return null
  }
}

export function rememberChoice(choice: FlashChoice): void {
  try {
    localStorage.setItem(STORAGE_KEY, choice)
  } catch {
    // The viewer is asked again.
  }
}
