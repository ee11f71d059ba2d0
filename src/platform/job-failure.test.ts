import { expect, test } from 'vitest'
import { failureReason, REASON_CHARACTERS } from './job-failure.ts'

test('the reason is the message of the error, or of the verdict of the queue', () => {
  expect(failureReason({ name: 'Error', message: 'ffmpeg failed: exit code 1', stack: 'Error: …' })).toBe(
    'ffmpeg failed: exit code 1',
  )
  expect(failureReason({ value: { message: 'job heartbeat timeout' } })).toBe('job heartbeat timeout')
  expect(failureReason({ value: 'stopped' })).toBe('stopped')
})

test.each([null, undefined, {}, { message: 5 }, { value: null }, 7])('there is none in %j', (output) => {
  expect(failureReason(output)).toBe('')
})

test('is one line of a limited length', () => {
  expect(failureReason({ message: ' first\n\tsecond ' })).toBe('first second')
  expect(failureReason({ message: 'long words '.repeat(100) })).toHaveLength(REASON_CHARACTERS + '...'.length)
})

test.each([
  ['550 5.1.1 <mika@example.org>: Recipient address rejected', '550 5.1.1 <…>: Recipient address rejected'],
  ['Mail to mika+hoshi@example.org, jo@example.org failed', 'Mail to …, … failed'],
  ['POST https://key:secret@cdn.example/purge?token=abc failed', 'POST https://… failed'],
  ['connect to postgres://hoshi:secret@db/hoshi', 'connect to postgres://…'],
  ['There is no object originals/9f3kq0z7c1m5x8b2v6n4d0s1ta.', 'There is no object originals/….'],
  ['unique constraint "moderation_decisions_owner_index"', 'unique constraint "moderation_decisions_owner_index"'],
])('names no address, no URL and no key: %s', (message, expected) => {
  expect(failureReason({ message })).toBe(expected)
})
