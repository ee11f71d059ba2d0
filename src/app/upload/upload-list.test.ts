import { describe, expect, it } from 'vitest'
import { matchFiles, newItem, positionInQueue, type UploadListEvent, uploadListReducer } from './upload-list.ts'
import type { UploadEvent } from './upload-state.ts'

const file = { name: 'a.mp4', sizeBytes: 10, durationSeconds: null }
const uploadEvent = (id: string, event: UploadEvent): UploadListEvent => ({ type: 'upload event', id, event })

function listAfter(...events: UploadListEvent[]) {
  const items = ['a', 'b', 'c'].map((id) => newItem(id))
  return [{ type: 'queue opened', items } as UploadListEvent, ...events].reduce(uploadListReducer, {
    items: [newItem('first')],
    isQueue: false,
  })
}

describe('a list of uploads', () => {
  it('applies an event to one of them alone', () => {
    const { items } = listAfter(uploadEvent('b', { type: 'file chosen', file }))
    expect(items.map(({ state }) => state.file?.name ?? null)).toEqual([null, 'a.mp4', null])
  })

  it('counts the uploads ahead of a queued one by when they joined, not by list position', () => {
    const list = listAfter(
      uploadEvent('c', { type: 'submitted' }),
      uploadEvent('b', { type: 'queued', queueNumber: 1 }),
      uploadEvent('a', { type: 'queued', queueNumber: 2 }),
    )
    expect(list.items.map((item) => positionInQueue(list, item))).toEqual([2, 1, 1])
    const [a, b] = uploadListReducer(list, uploadEvent('c', { type: 'received' })).items
    const after = uploadListReducer(list, uploadEvent('c', { type: 'received' }))
    expect([positionInQueue(after, b!), positionInQueue(after, a!)]).toEqual([0, 1])
  })

  it('matches each chosen file to its unfinished upload', () => {
    const chosen = { name: 'a.mp4', size: 10, lastModified: 5 }
    const unfinished = {
      accountUid: 'u',
      address: null,
      name: 'a.mp4',
      sizeBytes: 10,
      lastModified: 5,
      values: newItem('').values,
    }
    const items = [newItem('a'), newItem('b', { unfinished })]
    const matched = matchFiles([chosen, { ...chosen, size: 11 }], items)
    expect(matched.map(({ item }) => item?.id ?? null)).toEqual(['b', null])
  })
})
