let show: (() => void) | null = null

/** Opens the list of the player's keys, for buttons outside of the player. */
export function showKeyboardSheet(): void {
  show?.()
}

/** Sets the function that opens it. @returns a function that reverts that */
export function connectKeyboardSheet(newShow: () => void): () => void {
  show = newShow
  return () => {
    if (show === newShow) show = null
  }
}
