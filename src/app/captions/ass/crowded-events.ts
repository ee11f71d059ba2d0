import type { AssEvent } from './ass-script.ts'

/** Events that start while this number of others are shown already. */
export function crowdedEvents(events: readonly AssEvent[], most: number): AssEvent[] {
  if (events.length <= most) return []
  const crowded: AssEvent[] = []
  let ends: number[] = []
  for (const event of events.toSorted((one, other) => one.from - other.from)) {
    const { from, to } = event
    if (ends.length >= most) ends = ends.filter((each) => each > from)
    if (ends.length >= most) crowded.push(event)
    else if (to > from) ends.push(to)
  }
  return crowded
}
