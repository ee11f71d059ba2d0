import { expect, test } from 'vitest'
import { reasonText, reasonTexts } from './rules.ts'

test('a reason has the words of what it is said of, and those of an episode where it has no others', () => {
  expect(reasonText('spam', 'comment').title).toBe('Spam')
  expect(reasonText('spam', 'note')).toEqual(reasonText('spam', 'comment'))
  expect(reasonText('copied', 'subtitle').hint).toBe('Someone else wrote these lines')
  expect(reasonText('spam', 'creator').title).toBe('Spam or misleading')
  expect(reasonText('spam', 'episode')).toEqual(reasonTexts.spam)
  expect(reasonText('hate', 'comment')).toEqual(reasonTexts.hate)
})
