let open: (() => void) | null = null

/** Opens the tab with the list of notes, where the page has one. */
export function openNotes(): void {
  open?.()
}

/** Sets the function that opens it, at once. @returns a function that reverts that */
export function connectNotes(newOpen: () => void): () => void {
  open = newOpen
  return () => {
    if (open === newOpen) open = null
  }
}
