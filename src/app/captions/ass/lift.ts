import { type AssEvent, type AssScript, eventLine, withLines } from './ass-script.ts'
import { marginOf, mayRise } from './dialogue.ts'

/** Controls come and go more often than scripts. */
const rising = new WeakMap<AssScript, AssEvent[]>()

/**
 * The script with its unpositioned dialogue raised.
 *
 * @param share of the picture's height
 */
export function raiseDialogue(script: AssScript, share: number): string {
  const units = Math.round(share * script.height)
  if (units === 0) return withLines(script, new Map())
  const events = rising.get(script) ?? script.events.filter(mayRise)
  rising.set(script, events)
  return withLines(
    script,
    new Map(events.map((event) => [event.line, eventLine(event, { marginv: String(marginOf(event) + units) })])),
  )
}
