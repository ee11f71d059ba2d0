/** Episodes opened since the page was loaded; none of them starts automatically again, so no chain repeats. */
const played = new Set<string>()

export function notePlayed(id: string): void {
  played.add(id)
}

/** The first offered episode that was not opened yet; undefined for none. */
export function firstUnplayed<E extends { id: string }>(offered: readonly E[]): E | undefined {
  return offered.find(({ id }) => !played.has(id))
}
