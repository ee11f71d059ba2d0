import { beforeAll, describe, expect, test } from 'vitest'
import { axeViolationsAtAllWidths } from '#tests/support/browser/axe-violations.ts'
import { createPerson, type Person } from '#tests/support/http/person.ts'
import { edit, field, setUpDashboard } from '#tests/support/worlds/dashboard.ts'

const { createCreatorWith, setStats, app, visitAs } = setUpDashboard()
const long = 'A station that only opens on the seventh of July, and the girl who keeps missing the train by one minute.'

/** Where each of them is, unless it is on My Content. */
const paths = new Map([
  ['overview', '/dashboard'],
  ['first steps', '/dashboard'],
  ['analytics', '/dashboard?tab=analytics'],
])

describe('is accessible, wide and narrow, dark and light', () => {
  let creator: Person
  const longWord = 'Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichen'

  beforeAll(async () => {
    const all = [
      { title: longWord, genre: 'Space Opera', description: longWord },
      { title: '星の夜', genre: 'Mecha', description: long, tags: ['trains', 'night'] },
      { title: 'On its way', nsfw: true, state: 'inprogress' as const },
      { title: 'Torn film', state: 'error' as const },
    ]
    const created = await createCreatorWith(...all)
    creator = created.creator
    await setStats(created.ids[0]!, [1_234_567, 56_789, 123], [10, 8, 1], [100, 4, 0])
  })

  test.each(['overview', 'content', 'analytics', 'edit', 'edit refused', 'empty', 'first steps'])(
    '%s',
    async (what) => {
      const person = what === 'empty' || what === 'first steps' ? await createPerson(app.hoshi.url, 'creator') : creator
      const { page } = await visitAs(person, paths.get(what) ?? '/dashboard?tab=content')
      if (what.startsWith('edit')) await edit(page, '星の夜').click()
      if (what === 'edit refused') {
        await field(page, 'Title').fill('')
        await page.getByRole('button', { name: 'Save Changes' }).click()
        await page.getByRole('alert').waitFor()
      }
      expect(await axeViolationsAtAllWidths(page)).toEqual([])
      for (const width of [390, 320]) {
        await page.setViewportSize({ width, height: 700 })
        const widest = await page.evaluate(() => document.documentElement.scrollWidth)
        expect(widest, `at ${width} px`).toBeLessThanOrEqual(width)
      }
    },
  )
})
