import { expect, test } from 'vitest'
import type { FinishedMove } from './move.server.ts'
import { isComplete, movedWords } from './words.ts'

const finished: FinishedMove = {
  from: '/data/files',
  to: 's3://anime',
  isTargetInUse: false,
  folders: new Map([
    ['avatars', { found: 0, copied: 0, copiedBytes: 0, skipped: 0, failed: 0, removed: 0 }],
    ['originals', { found: 2, copied: 1, copiedBytes: 5_000_000, skipped: 1, failed: 0, removed: 0 }],
    ['media', { found: 1200, copied: 1000, copiedBytes: 2_000_000_000, skipped: 200, failed: 0, removed: 3 }],
  ]),
  arrivingCount: 0,
  failures: [],
  stoppedBy: null,
  unprovenCount: 0,
}

test('a complete move ends with a table, and with what to do next', () => {
  expect(movedWords(finished, 's3')).toEqual([
    'folder     found  copied  bytes  skipped  failed  removed',
    'originals  2      1       5 MB   1        0       0',
    'media      1,200  1,000   2 GB   200      0       3',
    'all        1,202  1,001   2 GB   201      0       3',
    'Everything is in s3://anime. Restart Hoshi with STORAGE=s3, then run the same command with its new settings once more: it brings what has arrived in between.',
  ])
  expect(isComplete(finished)).toBe(true)
})

test('says what is still arriving, and when the old place is not needed any more', () => {
  const after = { ...finished, isTargetInUse: true, arrivingCount: 1 }
  expect(movedWords(after, 's3').slice(-2)).toEqual([
    'Files that were still arriving: 1. The next move brings them.',
    'Everything is in s3://anime, which Hoshi uses. Once npm run audit finds nothing, you may remove what is left in /data/files.',
  ])
  const toDisk = { ...finished, from: 's3://anime', to: '/data/files' }
  expect(movedWords(toDisk, 'disk').at(-1)).toContain('with STORAGE=disk, without the settings of S3,')
})

test('a move with failures names some of them, and is not complete', () => {
  const media = { found: 40, copied: 15, copiedBytes: 1000, skipped: 0, failed: 25, removed: 0 }
  const failures = Array.from({ length: 20 }, (_, at) => ({ key: `media/${at}`, reason: 'the storage is away' }))
  const failed = { ...finished, folders: new Map([['media', media]]), failures, stoppedBy: 'the storage is away' }
  expect(isComplete(failed)).toBe(false)
  expect(movedWords(failed, 's3').slice(3)).toEqual([
    ...failures.map(({ key }) => `${key}: the storage is away`),
    '… and 5 more.',
    'The move has stopped: the storage is away',
    'Not everything was moved. The same command goes on where this one has ended.',
  ])
})

test('files that are absent without a proof are a reason to look, and nothing is complete', () => {
  const absent = { ...finished, unprovenCount: 400 }
  expect(isComplete(absent)).toBe(false)
  expect(movedWords(absent, 's3').at(-2)).toBe(
    '400 files that were moved are absent in /data/files, which is more than people delete. They stay in s3://anime; check /data/files with npm run audit.',
  )
})
