import { withValues } from '#subtitles/text/ass-parts.ts'
import { writeAss } from '#subtitles/text/parse-ass.ts'
import { type AssEvent, type AssScript, withEvents } from './ass-script.ts'
import { marginOf, mayRise } from './dialogue.ts'

/** The events that may rise, by script: controls come and go more often than scripts. */
const rising = new WeakMap<AssScript, AssEvent[]>()

/**
 * The script with its unpositioned dialogue raised.
 *
 * @param share of the picture's height
 */
export function raiseDialogue(script: AssScript, share: number): string {
  const units = Math.round(share * script.height)
  if (units === 0) return writeAss(script.parts)
  const events = rising.get(script) ?? script.events.filter(mayRise)
  rising.set(script, events)
  const raised = events.map((event) => {
    return [event.at, withValues(event, { marginv: String(marginOf(event) + units) })] as const
  })
  return writeAss(withEvents(script, new Map(raised)))
}
