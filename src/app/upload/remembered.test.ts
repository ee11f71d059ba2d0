import { describe, expect, it } from 'vitest'
import { isSameFile, marksOf, type Remembered, readRemembered } from './remembered.ts'

const upload: Remembered = {
  accountUid: 'a1',
  address: { videoId: 'v1', uploadURL: '/api/uploads/x', protocols: ['tus', 'post'] },
  name: 'cut.mp4',
  sizeBytes: 1000,
  lastModified: 1_750_000_000_000,
  words: { title: 'Vega', genre: 'Fantasy', description: '', tags: '', nsfw: false },
}

describe('remembered uploads', () => {
  it('are read back as they were stored, also those that have no address yet', () => {
    const all = [upload, { ...upload, name: 'next.mp4', address: null }]
    expect(readRemembered(JSON.parse(JSON.stringify(all)))).toEqual(all)
  })

  it.each([
    null,
    'text',
    [],
    {},
    { ...upload, words: null },
    { ...upload, address: undefined },
    { ...upload, address: { ...upload.address, videoId: 7 } },
    { ...upload, address: { ...upload.address, protocols: undefined } },
    { ...upload, sizeBytes: '1000' },
    { ...upload, sizeBytes: 1.5 },
    { ...upload, words: { ...upload.words, nsfw: 'no' } },
  ])('are read without one that is stored as %j', (stored) => {
    expect(readRemembered([stored, upload])).toEqual([upload])
    expect(readRemembered(stored)).toEqual([])
  })

  it('belong to one file each: same name, size and date', () => {
    const file = { name: 'cut.mp4', size: 1000, lastModified: upload.lastModified }
    expect(isSameFile(upload, marksOf(file))).toBe(true)
    expect(isSameFile(upload, marksOf({ ...file, name: 'cut2.mp4' }))).toBe(false)
    expect(isSameFile(upload, marksOf({ ...file, size: 1001 }))).toBe(false)
    expect(isSameFile(upload, marksOf({ ...file, lastModified: 1 }))).toBe(false)
  })
})
