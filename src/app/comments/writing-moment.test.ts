import { expect, test } from 'vitest'
import { afterTyping, runningMoment, toggleMoment, toggleOnPicture } from './writing-moment.ts'

const stopped = { seconds: 2, isChosen: false, isOnPicture: false }
const chosen = { ...stopped, isChosen: true }

test('the moment stops at the first key, and follows the film again when the text is gone', () => {
  expect(afterTyping(runningMoment, 'T', 2)).toEqual(stopped)
  expect(afterTyping(stopped, 'Th', 3)).toEqual(stopped)
  expect(afterTyping(stopped, '', 4)).toEqual(runningMoment)
})

test('a chosen moment stays, whatever becomes of the text', () => {
  expect(toggleMoment(runningMoment, '', 2)).toEqual(chosen)
  expect(toggleMoment(stopped, 'Th', 3)).toEqual(chosen)
  expect(afterTyping(chosen, '', 4)).toEqual(chosen)
})

test('a moment that is let go stays stopped beside a text, and follows the film without one', () => {
  expect(toggleMoment(chosen, 'Th', 3)).toEqual(stopped)
  expect(toggleMoment(chosen, '', 3)).toEqual(runningMoment)
})

test('a comment on the picture belongs to its moment, and to nothing on the picture without it', () => {
  const onPicture = { ...chosen, isOnPicture: true }
  expect(toggleOnPicture(runningMoment, 2)).toEqual(onPicture)
  expect(toggleOnPicture(stopped, 3)).toEqual(onPicture)
  expect(toggleOnPicture(onPicture, 3)).toEqual(chosen)
  expect(toggleMoment(onPicture, 'Th', 3)).toEqual(stopped)
})
