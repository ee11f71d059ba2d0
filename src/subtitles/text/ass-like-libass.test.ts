import { afterAll, expect, test } from 'vitest'
import { openLibass } from '#tests/support/media/libass.ts'
import { disagreementsIn } from '#tests/support/media/libass-agreement.ts'

// The slow test tries many more.
const libass = openLibass()
afterAll(() => libass.close())

test('number, times and text of the events of damaged scripts are those of libass, before and after they are stored', async () => {
  expect(await disagreementsIn(libass, 'events', { from: 0, count: 300 })).toEqual([])
})

test('the words of an event are drawn as the event is', async () => {
  expect(await disagreementsIn(libass, 'words', { from: 0, count: 120 })).toEqual([])
})
