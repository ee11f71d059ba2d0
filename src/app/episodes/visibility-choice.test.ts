import { afterEach, expect, test, vi } from 'vitest'
import {
  describeDistance,
  publicValues,
  readVisibilityValues,
  timeProblem,
  toFieldTime,
  visibilityBody,
} from './visibility-choice.ts'

afterEach(() => vi.unstubAllEnvs())

test.each([
  ['Asia/Tokyo', '2026-07-17T09:00:00.000Z'],
  ['UTC', '2026-07-17T18:00:00.000Z'],
  ['America/New_York', '2026-07-17T22:00:00.000Z'],
])('a time typed in %s is that time there, and is shown as typed', (name, publishAt) => {
  vi.stubEnv('TZ', name)
  const values = readVisibilityValues({ visibility: 'scheduled', publishAt: '2026-07-17T18:00' }, 'local')
  expect(values).toEqual({ visibility: 'scheduled', publishAt })
  expect(toFieldTime(publishAt, 'local')).toBe('2026-07-17T18:00')
})

test('without scripts, a time is typed and shown in UTC', () => {
  vi.stubEnv('TZ', 'Asia/Tokyo')
  const values = readVisibilityValues({ visibility: 'scheduled', publishAt: '2026-07-17T18:00' }, 'utc')
  expect(values.publishAt).toBe('2026-07-17T18:00:00.000Z')
  expect(toFieldTime(values.publishAt, 'utc')).toBe('2026-07-17T18:00')
})

test('only a scheduled episode keeps its time, and a missing or unknown visibility is private', () => {
  const publishAt = '2026-07-17T18:00'
  expect(readVisibilityValues({ visibility: 'private', publishAt }, 'utc')).toEqual({
    visibility: 'private',
    publishAt: '',
  })
  expect(readVisibilityValues({ visibility: 'hidden', publishAt }, 'utc').visibility).toBe('private')
  expect(readVisibilityValues({ visibility: '', publishAt }, 'utc').visibility).toBe('private')
  for (const typed of ['', 'soon', '2026-13-40T00:00'])
    expect(readVisibilityValues({ visibility: 'scheduled', publishAt: typed }, 'utc').publishAt).toBe('')
  expect(visibilityBody(publicValues)).toEqual({ visibility: 'public', publishAt: null })
  expect(toFieldTime('', 'utc')).toBe('')
})

test.each([
  ['2026-07-19T15:20:00Z', 'In 2 days and 3 hours.'],
  ['2026-07-18T12:00:00Z', 'In 1 day.'],
  ['2026-07-17T13:01:00Z', 'In 1 hour and 1 minute.'],
  ['2026-07-17T12:00:30Z', 'In less than a minute.'],
  ['2026-07-17T11:59:00Z', 'This time is in the past.'],
  ['', 'This time is in the past.'],
])('%s is described from noon as: %s', (publishAt, description) => {
  expect(describeDistance(publishAt, new Date('2026-07-17T12:00:00Z'))).toBe(description)
})

test('only a time in the future schedules an episode', () => {
  const now = new Date('2026-07-17T18:00:00Z')
  expect(timeProblem('', now)).toBe('Please choose when this episode becomes public.')
  expect(timeProblem('2026-07-17T18:00:00.000Z', now)).toBe(
    'Please choose a time in the future, and only for a scheduled episode.',
  )
  expect(timeProblem('2026-07-17T18:00:01.000Z', now)).toBeNull()
})
