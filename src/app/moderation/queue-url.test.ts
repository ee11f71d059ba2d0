import { expect, test } from 'vitest'
import { type QueueView, queueUrl, readQueueView } from './queue-url.ts'

const empty: QueueView = { kind: null, isMine: false, isNewestFirst: false, item: null, cursor: null }

test('a URL of the queue reads as what made it', () => {
  expect(queueUrl(empty)).toBe('/admin/queue')
  const view: QueueView = { kind: 'report', isMine: true, isNewestFirst: true, item: 'abc', cursor: 'def' }
  expect(readQueueView(new URL(queueUrl(view), 'http://localhost').searchParams)).toEqual(view)
  expect(queueUrl(empty, 'made')).toBe('/admin/queue?done=made')
})

test('an unknown kind shows all', () => {
  expect(readQueueView(new URLSearchParams('kind=other'))).toEqual(empty)
})
