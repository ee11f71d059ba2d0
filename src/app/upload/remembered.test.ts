import { describe, expect, it } from 'vitest'
import { isSameFile, type Remembered, readRemembered } from './remembered.ts'

const upload: Remembered = {
  accountUid: 'a1',
  videoId: 'v1',
  uploadURL: '/api/uploads/x',
  protocols: ['tus', 'post'],
  name: 'cut.mp4',
  sizeBytes: 1000,
  lastModified: 1_750_000_000_000,
  words: { title: 'Vega', genre: 'Fantasy', description: '', tags: '', nsfw: false },
}

describe('a remembered upload', () => {
  it('is read back as it was stored', () => {
    expect(readRemembered(JSON.parse(JSON.stringify(upload)))).toEqual(upload)
  })

  it.each([
    null,
    'text',
    [],
    {},
    { ...upload, words: null },
    { ...upload, videoId: 7 },
    { ...upload, protocols: undefined },
    { ...upload, sizeBytes: '1000' },
    { ...upload, sizeBytes: 1.5 },
    { ...upload, words: { ...upload.words, nsfw: 'no' } },
  ])('is nothing when stored as %j', (stored) => {
    expect(readRemembered(stored)).toBeNull()
  })

  it('belongs to one file: same name, size and date', () => {
    const file = { name: 'cut.mp4', size: 1000, lastModified: upload.lastModified }
    expect(isSameFile(upload, file)).toBe(true)
    expect(isSameFile(upload, { ...file, name: 'cut2.mp4' })).toBe(false)
    expect(isSameFile(upload, { ...file, size: 1001 })).toBe(false)
    expect(isSameFile(upload, { ...file, lastModified: 1 })).toBe(false)
  })
})
