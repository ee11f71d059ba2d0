import { type AssScript, readScript, scriptOf, withEvents } from './ass-script.ts'
import { crowdedEvents } from './crowded-events.ts'

/** Most characters; the server refuses files of more bytes. */
export const ASS_MAX_LENGTH = 10_000_000
export const ASS_MAX_EVENTS = 20_000
export const ASS_MAX_EVENT_LENGTH = 100_000
/** Most events at one moment: a thousand blurred lines take 3 s to draw. */
export const ASS_MAX_AT_ONCE = 1_000

export type AssProblem = 'too-long' | 'too-many-events'

/** A script that is not handed to libass. */
export class UndrawableAss extends Error {
  readonly problem: AssProblem

  constructor(problem: AssProblem) {
    super(`The subtitles cannot be drawn: ${problem}.`)
    this.problem = problem
  }
}

/**
 * The script as it may be handed to libass: within its limits, without events that are too long or too many at once.
 *
 * @throws UndrawableAss
 */
export function drawableAss(text: string): AssScript {
  if (text.length > ASS_MAX_LENGTH) throw new UndrawableAss('too-long')
  const script = readScript(text)
  if (script.events.length > ASS_MAX_EVENTS) throw new UndrawableAss('too-many-events')
  const overlong = script.events.filter((event) => event.text.length > ASS_MAX_EVENT_LENGTH)
  const leftOut = [...overlong, ...crowdedEvents(script.events, ASS_MAX_AT_ONCE)]
  const kept = leftOut.length === 0 ? script.parts : withEvents(script, new Map(leftOut.map(({ at }) => [at, null])))
  // libass knows a script by the section of its styles, and JASSUB's worker ends at one that it does not know.
  if (script.lastStyleAt === null) return scriptOf([{ kind: 'header', section: 'ass styles' }, ...kept])
  return leftOut.length === 0 ? script : scriptOf(kept)
}
