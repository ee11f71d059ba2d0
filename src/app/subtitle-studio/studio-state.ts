import { insertLines, linesOf, nextKey } from '#subtitles/script/script.ts'
import type { Script, ScriptLine, ScriptPart } from '#subtitles/script/script-parts.ts'

/** A new line, with times in seconds. */
export type NewLine = Pick<ScriptLine, 'from' | 'to' | 'text'>
export type LineChanges = Partial<Pick<ScriptLine, 'from' | 'to' | 'text' | 'style'>>

/** A text that is edited, one line of it, and the way back. */
export interface StudioState extends Step {
  past: readonly Step[]
  future: readonly Step[]
  /** Group of the last change; further changes of the same group are undone together with it. */
  group: string | null
}

interface Step {
  script: Script
  /** Key of the line that is edited; null for none. */
  selected: number | null
}

export type StudioEvent =
  | { type: 'select'; key: number | null }
  | { type: 'change'; key: number; changes: LineChanges; group: string }
  | { type: 'insert'; lines: readonly NewLine[] }
  | { type: 'remove'; key: number }
  | { type: 'split'; key: number; at: number; texts: readonly [string, string] }
  | { type: 'replace'; script: Script }
  | { type: 'undo' | 'redo' }

/** Steps that can be undone. */
const STEPS_MAX = 200

export function openStudio(script: Script): StudioState {
  return { script, selected: linesOf(script)[0]?.key ?? null, past: [], future: [], group: null }
}

export function studioReducer(state: StudioState, event: StudioEvent): StudioState {
  const { script, past, future } = state
  switch (event.type) {
    case 'select':
      return { ...state, selected: event.key, group: null }
    case 'undo': {
      const step = past.at(-1)
      return step ? { ...step, past: past.slice(0, -1), future: [stepOf(state), ...future], group: null } : state
    }
    case 'redo': {
      const [step, ...rest] = future
      return step ? { ...step, past: [...past, stepOf(state)], future: rest, group: null } : state
    }
    case 'change': {
      const changed = withPart(script, event.key, (line) => [{ ...line, ...event.changes }])
      return after(state, { script: changed, selected: event.key }, event.group)
    }
    case 'insert':
      return after(state, { script: insertLines(script, event.lines), selected: nextKey(script) })
    case 'remove': {
      const lines = linesOf(script)
      const at = lines.findIndex(({ key }) => key === event.key)
      const next = lines[at + 1] ?? lines[at - 1]
      return after(state, { script: withPart(script, event.key, () => []), selected: next?.key ?? null })
    }
    case 'split': {
      const key = nextKey(script)
      const [first, second] = event.texts
      const changed = withPart(script, event.key, (line) => [
        { ...line, to: event.at, text: first },
        { ...line, key, from: event.at, text: second, source: null },
      ])
      return after(state, { script: changed, selected: key })
    }
    case 'replace':
      return after(state, { script: event.script, selected: linesOf(event.script)[0]?.key ?? null })
  }
}

function after(state: StudioState, next: Step, group: string | null = null): StudioState {
  const isSameGroup = group !== null && group === state.group
  const past = isSameGroup ? state.past : [...state.past, stepOf(state)].slice(-STEPS_MAX)
  return { ...next, past, future: [], group }
}

function stepOf({ script, selected }: StudioState): Step {
  return { script, selected }
}

function withPart(script: Script, key: number, change: (line: ScriptLine) => ScriptPart[]): Script {
  return { ...script, parts: script.parts.flatMap((part) => (isLine(part, key) ? change(part) : [part])) }
}

function isLine(part: ScriptPart, key: number): part is ScriptLine {
  return typeof part !== 'string' && part.key === key
}

/** A text in two, at the gap between words that is nearest to a share of it; scripts without gaps between letters. */
export function splitText(text: string, share: number): [string, string] {
  const wanted = Math.round(text.length * share)
  const gaps = Array.from(text.matchAll(/\s+/gu), ({ index, 0: gap }) => ({ from: index, to: index + gap.length }))
  const inside = gaps.filter(({ from, to }) => from > 0 && to < text.length)
  const nearest = inside.toSorted((one, other) => Math.abs(one.from - wanted) - Math.abs(other.from - wanted))[0]
  if (nearest) return [text.slice(0, nearest.from), text.slice(nearest.to)]
  const letters = [...text]
  const at = Math.round(letters.length * share)
  return [letters.slice(0, at).join(''), letters.slice(at).join('')]
}
