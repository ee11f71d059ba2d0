import { describe, expect, it } from 'vitest'
import { fileIdentityOf, isSameFile, parseSavedUploads, type SavedUpload } from './saved-uploads.ts'

const upload: SavedUpload = {
  accountUid: 'a1',
  address: { videoId: 'v1', uploadURL: '/api/uploads/x', protocols: ['tus', 'post'] },
  name: 'cut.mp4',
  sizeBytes: 1000,
  lastModified: 1_750_000_000_000,
  values: {
    title: 'Vega',
    genre: 'Fantasy',
    description: '',
    tags: '',
    nsfw: false,
    ...({ visibility: 'private', publishAt: '' } as const),
  },
}

describe('saved uploads', () => {
  it('are read back as stored, including those without an upload URL yet', () => {
    const all = [upload, { ...upload, name: 'next.mp4', address: null }]
    expect(parseSavedUploads(JSON.parse(JSON.stringify(all)))).toEqual(all)
  })

  it.each([
    null,
    'text',
    [],
    {},
    { ...upload, values: null },
    { ...upload, address: undefined },
    { ...upload, address: { ...upload.address, videoId: 7 } },
    { ...upload, address: { ...upload.address, protocols: undefined } },
    { ...upload, sizeBytes: '1000' },
    { ...upload, sizeBytes: 1.5 },
    { ...upload, values: { ...upload.values, nsfw: 'no' } },
    { ...upload, values: { ...upload.values, visibility: 'hidden' } },
    { ...upload, values: { ...upload.values, publishAt: 5 } },
  ])('are read without an invalid one stored as %j', (stored) => {
    expect(parseSavedUploads([stored, upload])).toEqual([upload])
    expect(parseSavedUploads(stored)).toEqual([])
  })

  it('of a version without visibility are public', () => {
    const { visibility, publishAt, ...values } = upload.values
    expect([visibility, publishAt]).toEqual(['private', ''])
    expect(parseSavedUploads([{ ...upload, values }])).toEqual([
      { ...upload, values: { ...values, visibility: 'public', publishAt: '' } },
    ])
  })

  it('of a version that stored their values as words are read too', () => {
    const { values, ...other } = upload
    expect(parseSavedUploads([{ ...other, words: values }])).toEqual([upload])
  })

  it('match a file by name, size and date', () => {
    const file = { name: 'cut.mp4', size: 1000, lastModified: upload.lastModified }
    expect(isSameFile(upload, fileIdentityOf(file))).toBe(true)
    expect(isSameFile(upload, fileIdentityOf({ ...file, name: 'cut2.mp4' }))).toBe(false)
    expect(isSameFile(upload, fileIdentityOf({ ...file, size: 1001 }))).toBe(false)
    expect(isSameFile(upload, fileIdentityOf({ ...file, lastModified: 1 }))).toBe(false)
  })
})
