import { expect, test } from 'vitest'
import { queueSummary } from './uploads.ts'

test.each([
  ['1 file', { files: 1, uploaded: 0, failed: 0, isAnyBusy: false }],
  ['3 files', { files: 3, uploaded: 0, failed: 0, isAnyBusy: false }],
  ['3 files, 1 failed', { files: 3, uploaded: 0, failed: 1, isAnyBusy: false }],
  ['0 of 3 files uploaded', { files: 3, uploaded: 0, failed: 0, isAnyBusy: true }],
  ['0 of 1 file uploaded', { files: 1, uploaded: 0, failed: 0, isAnyBusy: true }],
  ['2 of 3 files uploaded, 1 failed', { files: 3, uploaded: 2, failed: 1, isAnyBusy: false }],
  ['1 file uploaded', { files: 1, uploaded: 1, failed: 0, isAnyBusy: false }],
  ['All 3 files uploaded', { files: 3, uploaded: 3, failed: 0, isAnyBusy: false }],
])('a queue reads ‘%s’', (text, counts) => {
  expect(queueSummary(counts)).toBe(text)
})
