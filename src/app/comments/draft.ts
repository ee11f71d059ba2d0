// A comment that a person wrote before logging in. It stays in this tab and is removed when it closes.
const keyOf = (episodeId: string) => `comment on ${episodeId}`

export function saveDraft(episodeId: string, text: string): void {
  try {
    sessionStorage.setItem(keyOf(episodeId), text)
  } catch {
    // Storage is full or forbidden: the person writes again.
  }
}

/** The saved text, which is then removed; null if there is none. */
export function takeDraft(episodeId: string): string | null {
  try {
    const text = sessionStorage.getItem(keyOf(episodeId))
    sessionStorage.removeItem(keyOf(episodeId))
    return text
  } catch {
    return null
  }
}
