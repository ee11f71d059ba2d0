import { expect, test } from 'vitest'
import { deletionText } from './dashboard.ts'

test('a deletion names the numbers that go', () => {
  expect(deletionText({ views: 12_408, likes: 1, comments: 0 }, null)).toBe(
    'Its video, 12,408 views, 1 like and 0 comments will also be deleted. This cannot be undone.',
  )
})

test('and the place in the series', () => {
  const numbers = { views: 3, likes: 2, comments: 1 }
  expect(deletionText(numbers, { title: 'The Vega Line', number: 3, episodeCount: 8 })).toBe(
    'Its video, 3 views, 2 likes and 1 comment will also be deleted. It is part 3 of The Vega Line, which will have 7 episodes left. This cannot be undone.',
  )
})
