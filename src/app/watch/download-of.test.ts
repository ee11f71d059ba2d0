import { expect, test } from 'vitest'
import { downloadOf } from './download-of.ts'

const files = [360, 720].map((height) => ({ height, width: height, sizeBytes: 1, url: `/media/a/file-${height}.mp4` }))

test('the largest file is offered, where the creator allows that and it exists', () => {
  expect(downloadOf({ downloadsOpen: true, files })).toBe('/media/a/file-720.mp4?download=1')
  expect(downloadOf({ downloadsOpen: false, files })).toBeNull()
  expect(downloadOf({ downloadsOpen: true, files: [] })).toBeNull()
})
