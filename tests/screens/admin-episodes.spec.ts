import { beforeAll, expect, test } from 'vitest'
import { axeViolationsAtAllWidths } from '#tests/support/browser/axe-violations.ts'
import { waitForHydration } from '#tests/support/browser/forms.ts'
import { seedEpisode } from '#tests/support/data/publishing.ts'
import { queryDatabase } from '#tests/support/data/query-database.server.ts'
import { createStaff } from '#tests/support/data/staff.ts'
import { LONG_UNDO_SECONDS } from '#tests/support/data/undo-time.ts'
import { createPerson, type Person } from '#tests/support/http/person.ts'
import { setUpApp } from '#tests/support/worlds/app-fixture.ts'

const app = setUpApp(async () => ({ undoSeconds: LONG_UNDO_SECONDS }))
const ids: Record<string, string> = {}

let saki: Person
let creator: Person

beforeAll(async () => {
  saki = await createStaff(app.hoshi, 'moderator')
  creator = await createPerson(app.hoshi.url, 'creator', 'Mika')
  const seed = async (title: string, fields: object = {}) => {
    ids[title] = await seedEpisode(app.hoshi.connectionString, creator, { title, ...fields })
  }
  for (let n = 10; n < 36; n++) await seed(`Loop ${n}`)
  await seed('Harbour 100%', { nsfw: true })
  await seed('Only mine')
  await seed('Gone')
  await queryDatabase(
    app.hoshi.connectionString,
    "update episodes set visibility = 'private' where title = 'Only mine'",
  )
  await queryDatabase(app.hoshi.connectionString, "update episodes set restriction = 'taken_down' where title = 'Gone'")
})

test('a moderator finds episodes by title, id, creator and mark, and decides about one', async () => {
  const { page, open, logInAs, errors } = await app.visit()
  await logInAs(saki)
  await open('/admin/queue')
  await waitForHydration(page)
  await page.getByRole('link', { name: 'Episodes' }).click()
  const titles = () => page.getByRole('row').getByRole('rowheader').locator('b').allInnerTexts()
  await expect.poll(titles).toHaveLength(24)
  expect((await titles()).slice(0, 2)).toEqual(['Gone', 'Harbour 100%'])
  expect(await titles()).not.toContain('Only mine')
  expect(await axeViolationsAtAllWidths(page)).toEqual([])
  await page.getByRole('link', { name: 'Older' }).click()
  await expect.poll(async () => (await titles()).at(-1)).toBe('Loop 10')
  await page.getByRole('link', { name: 'Newest' }).click()
  await expect.poll(async () => (await titles())[0]).toBe('Gone')

  const search = page.getByRole('searchbox', { name: 'Title, episode ID or creator ID' })
  const find = async (text: string) => {
    await search.fill(text)
    await page.getByRole('button', { name: 'Search' }).click()
  }
  await find('0%')
  await expect.poll(titles).toEqual(['Harbour 100%'])
  await find(ids.Gone!)
  await expect.poll(titles).toEqual(['Gone'])
  await find('nothing has this title')
  await page.getByRole('heading', { name: 'No matches' }).waitFor()
  await page.getByRole('link', { name: 'Clear All Filters' }).click()
  // The filters are new with each list.
  await expect.poll(titles).toHaveLength(24)
  await page.getByRole('combobox', { name: 'Mark' }).selectOption({ label: 'Taken down' })
  await page.getByRole('button', { name: 'Search' }).click()
  await expect.poll(titles).toEqual(['Gone'])
  expect(await page.getByRole('link', { name: /^Decide: / }).count()).toBe(0)
  await page.getByRole('combobox', { name: 'Mark' }).selectOption({ label: 'NSFW' })
  await page.getByRole('button', { name: 'Search' }).click()
  await page.getByRole('link', { name: 'Decide: Harbour 100%' }).click()
  const sheet = page.getByRole('dialog', { name: 'Harbour 100%' })
  await sheet.getByText('Take down').click()
  expect(await axeViolationsAtAllWidths(page)).toEqual([])
  await sheet.getByLabel('Rule').selectOption('2')
  await sheet.getByRole('button', { name: 'Take down' }).click()
  await sheet.getByText('Please give a reason. The account holder will read it.').waitFor()
  await sheet.getByLabel('Message to the creator').fill('It is another studio’s short.')
  await sheet.getByRole('button', { name: 'Take down' }).click()
  await page.getByRole('status').getByText('Taken down: Harbour 100%').waitFor()
  await expect.poll(titles).toEqual(['Harbour 100%'])
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('link', { name: 'Decide: Harbour 100%' }).waitFor()
  await page.getByLabel('More: Harbour 100%').click()
  await page.getByRole('link', { name: 'Its audit log' }).click()
  await page.getByText(/^About Harbour 100% only/).waitFor()
  const acts = () => page.getByRole('row').getByRole('rowheader').locator('b').allInnerTexts()
  await expect.poll(acts).toEqual(['Decision undone', 'Taken down'])
  await page.getByRole('link', { name: 'Show All Entries' }).click()
  await page.getByText(/^About Harbour 100% only/).waitFor({ state: 'detached' })
  // The refused form is the only one.
  expect(errors).toEqual([expect.stringContaining('422')])
})

test('it works without scripts, and is not there for anybody else', async () => {
  const { page, open, logInAs } = await app.visit({ javaScriptEnabled: false })
  await logInAs(saki)
  await open('/admin/episodes?mark=nsfw')
  expect(await page.getByRole('row').getByRole('rowheader').allInnerTexts()).toEqual([
    expect.stringContaining('Harbour 100%'),
  ])
  await page.getByRole('link', { name: 'Decide: Harbour 100%' }).click()
  await page.getByRole('radio', { name: /^No action/ }).check()
  await page.getByRole('button', { name: 'Decide' }).click()
  await page.getByRole('status').getByText('No action: Harbour 100%').waitFor()
  const other = await app.visit()
  await other.logInAs(creator)
  expect(await other.open('/admin/episodes')).toBe(404)
})
