import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { axeViolationsAtAllWidths } from '#tests/support/browser/axe-violations.ts'
import { waitForHydration } from '#tests/support/browser/forms.ts'
import { queryDatabase } from '#tests/support/data/query-database.server.ts'
import { createPerson, createStranger, type Person } from '#tests/support/http/person.ts'
import { setUpApp } from '#tests/support/worlds/app-fixture.ts'

const app = setUpApp()

const patreon = { label: 'Patreon', url: 'https://www.patreon.com/mika' }
const prints = { label: 'Prints', url: 'https://mika.booth.pm/' }
const more = ['a', 'b', 'c'].map((name) => ({ label: `Shop ${name}`, url: `https://${name}.example/` }))

const linksOf = async ({ account }: Person) => {
  const response = await createStranger(app.hoshi.url).call('GET', `/api/v1/creators/${account.uid}`)
  const { supportLinks } = (await response.json()) as { supportLinks: { label: string; url: string }[] }
  return supportLinks.map(({ label, url }) => ({ label, url }))
}

async function creatorWith(supportLinks: object[]): Promise<Person> {
  const creator = await createPerson(app.hoshi.url, 'creator', `Mika ${Math.random()}`)
  expect((await creator.call('PATCH', '/api/v1/creators/me', { supportLinks })).status).toBe(200)
  return creator
}

const row = (page: Page, number: number) => page.getByRole('group', { name: `Link ${number}`, exact: true })
const field = (page: Page, number: number, label: string) => row(page, number).getByLabel(label, { exact: true })
const save = (page: Page) => page.getByRole('button', { name: 'Save Links', exact: true }).click()
const saved = (page: Page) =>
  page.getByRole('status').filter({ hasText: 'Your support links have been saved.' }).waitFor()

async function openSettings(person: Person, options = {}) {
  const visitor = await app.visit(options)
  await visitor.logInAs(person)
  await visitor.open('/settings#support')
  return visitor
}

describe('the form of support links', () => {
  test('adds, moves and removes links, and saves them together', async () => {
    const creator = await creatorWith([patreon])
    const { page, errors } = await openSettings(creator)
    await waitForHydration(page)
    await field(page, 2, 'Label').fill('Prints')
    await field(page, 2, 'URL').fill(prints.url)
    await page.getByRole('button', { name: 'Add Link' }).click()
    await field(page, 3, 'URL').fill('https://ko-fi.com/mika')
    await row(page, 3).getByRole('button', { name: 'Move up' }).click()
    await row(page, 1).getByRole('button', { name: 'Remove' }).click()
    await save(page)
    await saved(page)
    expect(await linksOf(creator)).toEqual([{ label: 'Ko-fi', url: 'https://ko-fi.com/mika' }, prints])
    expect(await field(page, 1, 'Label').inputValue()).toBe('Ko-fi')
    expect(await page.getByLabel('Patreon URL').inputValue()).toBe('https://ko-fi.com/mika')
    expect(errors).toEqual([])
  })

  test('stays as it is while it is sent, names the row that is refused, and keeps what was typed', async () => {
    const creator = await creatorWith([patreon])
    const { page } = await openSettings(creator)
    await waitForHydration(page)
    await field(page, 2, 'URL').fill('http://shop.example/')
    const held = Promise.withResolvers<void>()
    await page.route('**/settings.data**', async (route) => {
      await held.promise
      await route.continue()
    })
    await save(page)
    await expect.poll(() => field(page, 2, 'URL').isEditable()).toBe(false)
    await row(page, 2).getByRole('button', { name: 'Move up' }).click()
    await row(page, 1).getByRole('button', { name: 'Remove' }).click()
    await page.getByRole('button', { name: 'Add Link' }).click()
    await expect.poll(() => page.getByRole('group', { name: /^Link \d$/ }).count()).toBe(2)
    expect(await field(page, 1, 'URL').inputValue()).toBe(patreon.url)
    held.resolve()
    const message = row(page, 2).getByRole('alert')
    await message.waitFor()
    expect(await message.textContent()).toBe('A support link must be a valid URL that starts with https://.')
    expect(await field(page, 2, 'URL').inputValue()).toBe('http://shop.example/')
    expect(await linksOf(creator)).toEqual([patreon])
  })

  test('keeps the focus in the form, and an error with its row', async () => {
    const creator = await creatorWith([patreon, prints, ...more.slice(0, 1)])
    const { page } = await openSettings(creator)
    await waitForHydration(page)
    const hasFocus = (number: number) =>
      field(page, number, 'Label').evaluate((each) => each === document.activeElement)
    await page.getByRole('button', { name: 'Add Link' }).click()
    await expect.poll(() => page.getByRole('button', { name: 'Add Link' }).count()).toBe(0)
    expect(await hasFocus(5)).toBe(true)
    await row(page, 2).getByRole('button', { name: 'Move up' }).click()
    expect(await hasFocus(1)).toBe(true)
    await row(page, 5).getByRole('button', { name: 'Remove' }).click()
    expect(await hasFocus(4)).toBe(true)

    await field(page, 4, 'URL').fill('nonsense')
    await save(page)
    await row(page, 4).getByRole('alert').waitFor()
    await row(page, 1).getByRole('button', { name: 'Remove' }).click()
    await row(page, 3).getByRole('alert').waitFor()
    expect(await page.getByRole('alert').count()).toBe(1)
    expect(await field(page, 3, 'URL').inputValue()).toBe('nonsense')
    expect(await field(page, 3, 'URL').getAttribute('aria-invalid')).toBe('true')
  })

  test('is accessible at all widths', async () => {
    const { page } = await openSettings(await creatorWith([patreon, prints]))
    await waitForHydration(page)
    expect(await axeViolationsAtAllWidths(page)).toEqual([])
  })

  test('works without scripts', async () => {
    const creator = await creatorWith([patreon])
    const { page } = await openSettings(creator, { javaScriptEnabled: false })
    await field(page, 2, 'URL').fill(prints.url)
    await field(page, 2, 'Label').fill('Prints')
    await page.getByRole('button', { name: 'Add Link' }).click()
    await saved(page)
    expect(await linksOf(creator)).toEqual([patreon, prints])

    await field(page, 3, 'URL').fill('nonsense')
    await field(page, 3, 'URL').press('Enter')
    await row(page, 3).getByRole('alert').waitFor()
    expect(await field(page, 3, 'URL').inputValue()).toBe('nonsense')

    await row(page, 3).getByRole('button', { name: 'Remove' }).click()
    await saved(page)
    await row(page, 2).getByRole('button', { name: 'Move up' }).click()
    await expect.poll(() => linksOf(creator)).toEqual([prints, patreon])
  })
})

describe('the links of a profile', () => {
  test('show their hosts, three of them in sight', async () => {
    const creator = await creatorWith([patreon, prints, ...more])
    const { page, open, errors } = await app.visit()
    await open(`/creator/${creator.account.uid}`)
    const first = page.getByRole('link', { name: 'Support this creator' })
    expect(await first.getAttribute('href')).toBe(patreon.url)
    expect(await page.getByText('Opens patreon.com.').isVisible()).toBe(true)
    const second = page.getByRole('link', { name: /^Prints mika\.booth\.pm/ })
    expect(await second.getAttribute('rel')).toBe('noopener noreferrer nofollow ugc')
    const last = page.getByRole('link', { name: /^Shop c/ })
    expect(await last.isVisible()).toBe(false)
    await page.getByText('+2').click()
    await last.waitFor()
    expect(await axeViolationsAtAllWidths(page)).toEqual([])
    expect(errors).toEqual([])
  })

  test('stay within a narrow page, however long they are', async () => {
    const creator = await creatorWith([
      patreon,
      { label: 'Prints and flip books '.repeat(2).trim().slice(0, 40), url: prints.url },
    ])
    const { page, open } = await app.visit({ viewport: { width: 320, height: 700 } })
    await open(`/creator/${creator.account.uid}`)
    await page.getByRole('link', { name: /^Prints and flip/ }).waitFor()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  })

  test('report that they are opened, without a detour', async () => {
    const creator = await creatorWith([patreon, prints])
    const { page, open } = await app.visit()
    await page.context().route(/patreon\.com|booth\.pm/, (route) => route.fulfill({ body: 'Thank you' }))
    await open(`/creator/${creator.account.uid}`)
    await waitForHydration(page)
    for (const name of ['Support this creator', /^Prints/]) {
      const [opened] = await Promise.all([
        page.context().waitForEvent('page'),
        page.getByRole('link', { name }).click(),
      ])
      await opened.close()
    }
    const clicks = () =>
      queryDatabase(
        app.hoshi.connectionString,
        `select url, clicks from support_click_days where creator_id = '${creator.account.uid}' order by url`,
      )
    await expect.poll(clicks).toEqual([
      { url: prints.url, clicks: 1 },
      { url: patreon.url, clicks: 1 },
    ])
  })
})
