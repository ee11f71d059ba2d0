import { describe, expect, it } from 'vitest'
import { type ListEvent, matchFiles, newItem, placeInLine, titleFromName, uploadListReducer } from './upload-list.ts'
import type { UploadEvent } from './upload-state.ts'

const file = { name: 'a.mp4', sizeBytes: 10, lengthSeconds: null }
const told = (id: string, event: UploadEvent): ListEvent => ({ type: 'told', id, event })

function listAfter(...events: ListEvent[]) {
  const items = ['a', 'b', 'c'].map((id) => newItem(id))
  return [{ type: 'queue opened', items } as ListEvent, ...events].reduce(uploadListReducer, {
    items: [newItem('first')],
    isQueue: false,
  })
}

describe('a list of uploads', () => {
  it('tells an event to one of them alone', () => {
    const { items } = listAfter(told('b', { type: 'file chosen', file }))
    expect(items.map(({ state }) => state.file?.name ?? null)).toEqual([null, 'a.mp4', null])
  })

  it('counts those that go before one that waits: by when they joined, not by where they stand', () => {
    const list = listAfter(
      told('c', { type: 'submitted' }),
      told('b', { type: 'lined up', joinedAs: 1 }),
      told('a', { type: 'lined up', joinedAs: 2 }),
    )
    expect(list.items.map((item) => placeInLine(list, item))).toEqual([2, 1, 1])
    const [a, b] = uploadListReducer(list, told('c', { type: 'received' })).items
    const after = uploadListReducer(list, told('c', { type: 'received' }))
    expect([placeInLine(after, b!), placeInLine(after, a!)]).toEqual([0, 1])
  })

  it('gives each chosen file to what was left of it', () => {
    const chosen = { name: 'a.mp4', size: 10, lastModified: 5 }
    const left = {
      accountUid: 'u',
      address: null,
      name: 'a.mp4',
      sizeBytes: 10,
      lastModified: 5,
      words: newItem('').words,
    }
    const items = [newItem('a'), newItem('b', { left })]
    const matched = matchFiles([chosen, { ...chosen, size: 11 }], items)
    expect(matched.map(({ item }) => item?.id ?? null)).toEqual(['b', null])
  })
})

describe('a title from the name of a file', () => {
  it.each([
    ['the_last-local v12.mp4', 'The last local v12'],
    ['VEGA.final.mov', 'VEGA final'],
    ['織姫と彦星.mp4', '織姫と彦星'],
    ['éclair.mp4', 'Éclair'],
    ['noending', 'Noending'],
    ['.mp4', ''],
  ])('%s is %s', (name, title) => {
    expect(titleFromName(name)).toBe(title)
  })
})
