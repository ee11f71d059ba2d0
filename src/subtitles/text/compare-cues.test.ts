import { expect, test } from 'vitest'
import type { Cue } from '../subtitle.ts'
import { compareCues, countChanges } from './compare-cues.ts'

const cue = (from: number, to: number, text: string): Cue => ({ from, to, text })
const before = [cue(1, 2, 'One'), cue(3, 4, 'Two'), cue(5, 6, 'Three')]

test('the same lines have no changes', () => {
  expect(compareCues(before, [...before])).toEqual([])
})

test('a line at the same time that says something else has changed', () => {
  const now = [before[0]!, cue(3, 4, 'Both'), before[2]!]
  expect(compareCues(before, now)).toEqual([{ was: before[1], is: now[1] }])
  expect(countChanges(compareCues(before, now))).toEqual({ added: 1, removed: 1 })
})

test('a line that begins some frames later has changed', () => {
  const now = [before[0]!, cue(3.25, 4.25, 'Two'), before[2]!]
  expect(compareCues(before, now)).toEqual([{ was: before[1], is: now[1] }])
})

test('a line that went and one that came are told apart', () => {
  const now = [before[0]!, before[2]!, cue(7, 8, 'Four')]
  expect(compareCues(before, now)).toEqual([
    { was: before[1], is: null },
    { was: null, is: now[2] },
  ])
})

test('all lines of a first version are new', () => {
  expect(countChanges(compareCues([], before))).toEqual({ added: 3, removed: 0 })
})
