import { afterAll, expect, test } from 'vitest'
import { openLibass } from '#tests/support/media/libass.ts'
import { disagreementsIn } from '#tests/support/media/libass-agreement.ts'

const libass = openLibass()
afterAll(() => libass.close())

test('events of many damaged scripts are those of libass', async () => {
  expect(await disagreementsIn(libass, 'events', { from: 1000, count: 20_000 })).toEqual([])
})

test('the words of many events are drawn as the events are', async () => {
  expect(await disagreementsIn(libass, 'words', { from: 1000, count: 5000 })).toEqual([])
})
