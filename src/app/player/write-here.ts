let write: (() => void) | null = null

/** Opens the place to write in, for a comment at the frame that is shown. @returns false where there is none */
export function writeHere(): boolean {
  write?.()
  return write !== null
}

/** Sets the function that opens it. @returns a function that reverts it */
export function connectWriting(newWrite: () => void): () => void {
  write = newWrite
  return () => {
    if (write === newWrite) write = null
  }
}
