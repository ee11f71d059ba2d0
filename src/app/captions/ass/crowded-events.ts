import type { AssEvent } from './ass-script.ts'

/** Those events that start while a number of others are shown already. */
export function crowdedEvents(events: readonly AssEvent[], most: number): AssEvent[] {
  if (events.length <= most) return []
  const timed = events
    .map((event) => ({ event, start: millisecondsOf(event, 'start'), end: millisecondsOf(event, 'end') }))
    .sort((one, other) => one.start - other.start)
  const crowded: AssEvent[] = []
  let ends: number[] = []
  for (const { event, start, end } of timed) {
    if (ends.length >= most) ends = ends.filter((each) => each > start)
    if (ends.length >= most) crowded.push(event)
    else if (end > start) ends.push(end)
  }
  return crowded
}

function millisecondsOf(event: AssEvent, field: 'start' | 'end'): number {
  const [, hours, minutes, seconds, hundredths] =
    /^\s*(\d+):(\d+):(\d+)\.(\d+)/.exec(event.fields.get(field) ?? '') ?? []
  return (
    ((Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * 60 + Number(seconds ?? 0)) * 1000 + Number(hundredths ?? 0) * 10
  )
}
