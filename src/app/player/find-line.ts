let find: (() => void) | null = null

/** Goes to the search among the lines beside the player. @returns false where there is none */
export function findLine(): boolean {
  find?.()
  return find !== null
}

/** Sets the function that leads to that search. @returns a function that reverts it */
export function connectLines(newFind: () => void): () => void {
  find = newFind
  return () => {
    if (find === newFind) find = null
  }
}
