import { beforeAll, describe, expect, test } from 'vitest'
import { card, edit, field, onDashboard } from '#tests/support/dashboard.ts'
import { createPerson, type Person } from '#tests/support/person.ts'
import { unreadableAtAnyWidth } from '#tests/support/readable.ts'

const { creatorOf, giveNumbers, on, signedIn } = onDashboard()
const long = 'A station that only opens on the seventh of July, and the girl who keeps missing the train by one minute.'

describe('can be read by everybody, wide and narrow, dark and light', () => {
  let creator: Person
  const longWord = 'Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichen'

  beforeAll(async () => {
    const all = [
      { title: longWord, genre: 'Space Opera', description: longWord },
      { title: '星の夜', genre: 'Mecha', description: long, tags: ['trains', 'night'] },
      { title: 'On its way', nsfw: true, state: 'inprogress' as const },
      { title: 'Torn film', state: 'error' as const },
    ]
    const made = await creatorOf(...all)
    creator = made.creator
    await giveNumbers(made.ids[0]!, [1_234_567, 56_789, 123], [10, 8, 1], [100, 4, 0])
  })

  test.each(['overview', 'content', 'analytics', 'edit', 'edit refused', 'delete', 'empty'])('%s', async (what) => {
    const person = what === 'empty' ? await createPerson(on.hoshi.url, 'creator') : creator
    const isTab = what === 'overview' || what === 'analytics'
    const { page } = await signedIn(person, `/dashboard?tab=${isTab ? what : 'content'}`)
    if (what.startsWith('edit')) await edit(page, '星の夜').click()
    if (what === 'delete') await card(page, '星の夜').getByRole('button', { name: 'Delete' }).click()
    if (what === 'edit refused') {
      await field(page, 'Title').fill('')
      await page.getByRole('button', { name: 'Save Changes' }).click()
      await page.getByRole('alert').waitFor()
    }
    expect(await unreadableAtAnyWidth(page)).toEqual([])
    for (const width of [390, 320]) {
      await page.setViewportSize({ width, height: 700 })
      const widest = await page.evaluate(() => document.documentElement.scrollWidth)
      expect(widest, `at ${width} px`).toBeLessThanOrEqual(width)
    }
  })
})
