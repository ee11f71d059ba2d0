import { describe, expect, test } from 'vitest'
import { emptyScript, insertLines, linesOf } from '#subtitles/script/script.ts'
import { openStudio, type StudioEvent, type StudioState, splitText, studioReducer } from './studio-state.ts'

const script = insertLines(emptyScript, [
  { from: 1, to: 2, text: 'One' },
  { from: 3, to: 4, text: 'Two' },
])
const play = (...events: StudioEvent[]): StudioState => events.reduce(studioReducer, openStudio(script))
const textsOf = (state: StudioState) => linesOf(state.script).map(({ text }) => text)
const typed = (text: string): StudioEvent => ({ type: 'change', key: 1, changes: { text }, group: 'text 1' })

describe('a change', () => {
  test('is undone and redone, to the very script that was saved', () => {
    const undone = play(typed('Once'), { type: 'undo' })
    expect(undone.script).toBe(script)
    expect(textsOf(studioReducer(undone, { type: 'redo' }))).toEqual(['Once', 'Two'])
    expect(play({ type: 'undo' }, { type: 'redo' })).toEqual(openStudio(script))
  })

  test('of one group is one step, until another line is selected', () => {
    expect(play(typed('O'), typed('On')).past).toHaveLength(1)
    expect(play(typed('O'), { type: 'select', key: 1 }, typed('On')).past).toHaveLength(2)
  })

  test('ends what could be redone', () => {
    expect(play(typed('Once'), { type: 'undo' }, { type: 'remove', key: 2 }).future).toEqual([])
  })
})

test('a line that is removed leaves the next one selected, or the last one', () => {
  expect(play({ type: 'remove', key: 1 })).toMatchObject({ selected: 2 })
  expect(play({ type: 'remove', key: 2 })).toMatchObject({ selected: 1 })
  expect(play({ type: 'remove', key: 2 }, { type: 'remove', key: 1 })).toMatchObject({ selected: null })
})

test('a new line is selected, and stands where its time is', () => {
  const state = play({ type: 'insert', lines: [{ from: 2, to: 2.5, text: 'New' }] })
  expect(textsOf(state)).toEqual(['One', 'New', 'Two'])
  expect(state.selected).toBe(3)
})

test('a line is split into two that meet', () => {
  const state = play({ type: 'split', key: 2, at: 3.5, texts: ['T', 'wo'] })
  expect(linesOf(state.script)).toMatchObject([
    { text: 'One' },
    { from: 3, to: 3.5, text: 'T' },
    { from: 3.5, to: 4, text: 'wo' },
  ])
})

test.each([
  ['No. No, no, no.', 0.2, ['No.', 'No, no, no.']],
  ['One\ntwo three', 0.5, ['One\ntwo', 'three']],
  ['さいごのは、まつって言った！', 0.5, ['さいごのは、ま', 'つって言った！']],
  ['One', 0.5, ['On', 'e']],
])('%j is split at %d of it into %j', (text, share, parts) => {
  expect(splitText(text, share)).toEqual(parts)
})
