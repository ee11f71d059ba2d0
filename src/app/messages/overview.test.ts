import { expect, test } from 'vitest'
import { backupWords, failedBackup, formatBytes, fullWords, oldestFor, upFor, wrongWords } from './overview.ts'

const now = new Date('2026-03-05T12:00:00Z')
const ago = (seconds: number) => new Date(now.getTime() - seconds * 1000)

test.each([
  [0, '0 B'],
  [999, '999 B'],
  [1000, '1 KB'],
  [2_140_000_000, '2.1 GB'],
  [9_960_000_000, '10 GB'],
  [412_400_000_000, '412 GB'],
  [999_600_000_000, '1 TB'],
  [2_000_000_000_000, '2 TB'],
])('%d bytes are %s', (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text)
})

test.each([
  [5, 'Up for less than a minute'],
  [60, 'Up for 1 minute'],
  [7200, 'Up for 2 hours'],
  [86_400, 'Up for 1 day'],
  [12.9 * 86_400, 'Up for 12 days'],
])('%d seconds after its start a site is %s', (seconds, text) => {
  expect(upFor(ago(seconds), now)).toBe(text)
})

test.each([
  [0, 'Oldest: 1 minute ago'],
  [3 * 3600 + 5, 'Oldest: 3 hours ago'],
  [3 * 86_400, 'Oldest: Mar 2, 2026'],
])('%d seconds ago is %s', (seconds, text) => {
  expect(oldestFor(ago(seconds), now)).toBe(text)
})

test.each([
  [null, ''],
  [0, 'At the pace of the last 30 days, the disk will be full today.'],
  [1, 'At the pace of the last 30 days, the disk will be full in about 1 day.'],
  [212, 'At the pace of the last 30 days, the disk will be full in about 7 months.'],
  [5000, 'At the pace of the last 30 days, the disk will be full in more than two years.'],
])('a disk that lasts %s days', (days, text) => {
  expect(fullWords(days)).toBe(text)
})

test('what is wrong is named', () => {
  expect(wrongWords.disk(0.97, 4_000_000_000)).toBe('The disk is 97% full: 4 GB left.')
  expect(wrongWords.silent(['minami'])).toBe('minami is not responding.')
  expect(wrongWords.silent(['higashi', 'kita', 'minami'])).toBe('higashi, kita and minami are not responding.')
  expect([wrongWords.jobs(1), wrongWords.jobs(2)]).toEqual([
    '1 job failed after all retries.',
    '2 jobs failed after all retries.',
  ])
})

test('the state of backups: none, running, complete, failed', () => {
  const run = {
    id: '1',
    place: '/mnt/backup',
    endedAt: null,
    problem: null,
    figures: null,
    startedAt: new Date('2026-03-05T03:30:00Z'),
    takenAt: new Date('2026-03-05T03:31:00Z'),
  }
  const none = 'There is no complete backup yet.'
  expect(backupWords({ last: null, complete: null })).toEqual([none])
  expect(backupWords({ last: run, complete: null })).toEqual(['A backup started on Mar 5, 2026, 03:30 UTC.', none])
  const figures = { objectCount: 1204, copiedCount: 12, copiedBytes: 34_000_000, totalBytes: 2_100_000_000 }
  const complete = { ...run, endedAt: run.takenAt, figures }
  const words = 'Last complete backup: Mar 5, 2026, 03:31 UTC. 1,204 files, 12 new, 2.1 GB in total.'
  expect(backupWords({ last: complete, complete })).toEqual([words])
  const last = { ...run, endedAt: run.startedAt, problem: 'There is no space left in /mnt/backup.' }
  expect(backupWords({ last, complete })).toEqual([words])
  expect([failedBackup({ last, complete }), failedBackup({ last: complete, complete })]).toEqual([last.problem, null])
})
