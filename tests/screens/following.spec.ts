import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { axeViolations, axeViolationsAtAllWidths } from '#tests/support/browser/axe-violations.ts'
import { waitForHydration } from '#tests/support/browser/forms.ts'
import { queryDatabase } from '#tests/support/data/query-database.server.ts'
import { publishEpisode } from '#tests/support/data/ready-video.server.ts'
import { createPerson, type Person } from '#tests/support/http/person.ts'
import { setUpApp } from '#tests/support/worlds/app-fixture.ts'

const app = setUpApp(async () => ({ worksJobs: true }))

let mika: Person
const profile = () => `/creator/${mika.account.uid}`
const followers = (page: Page) => page.getByRole('region', { name: 'Creator' }).getByText(/ followers?$/)
const bell = (page: Page, name: string) => page.getByRole('banner').getByRole('link', { name, exact: true })

beforeAll(async () => {
  mika = await createPerson(app.hoshi.url, 'creator', 'Mika')
  await publishEpisode(app.hoshi, mika, { title: 'Old boats' })
})

async function visitAs(person: Person, options: { javaScriptEnabled?: boolean } = {}) {
  const visitor = await app.visit(options)
  await visitor.logInAs(person)
  return visitor
}

test('following a creator leads to the bell, which moves without a reload, and to a read mark', async () => {
  const fan = await createPerson(app.hoshi.url, 'viewer')
  const visitor = await visitAs(fan)
  const { page } = visitor
  await visitor.open(profile())
  const stored = page.waitForResponse('**/api/v1/creators/*/follow')
  await page.getByRole('button', { name: 'Follow', exact: true }).click()
  await page.getByRole('button', { name: 'Following', pressed: true }).waitFor()
  await stored
  expect(await followers(page).textContent()).toBe('1 follower')
  await bell(page, 'Notifications').waitFor()

  const { id } = await publishEpisode(app.hoshi, mika, { title: 'Paper boats' })
  await bell(page, 'Notifications, 1 unread').waitFor()
  expect(new URL(page.url()).pathname).toBe(profile())

  await bell(page, 'Notifications, 1 unread').click()
  const panel = page.getByRole('dialog', { name: 'Notifications' })
  const told = panel.getByRole('link', { name: 'Unread: Mika published Paper boats' })
  await told.waitFor()
  expect(await told.getAttribute('href')).toBe(`/watch/${id}`)
  expect(await axeViolations(page)).toEqual([])
  await page.keyboard.press('Escape')
  // Until the panel is empty, a moment after it is hidden, the bell takes a press for the one that has closed it.
  await page.locator('.bell-head').waitFor({ state: 'detached' })
  // The number stays until it is read.
  await bell(page, 'Notifications, 1 unread').click()
  await panel.getByRole('button', { name: 'Mark All as Read' }).click()
  await bell(page, 'Notifications').waitFor()
  await panel.getByRole('link', { name: 'Mika published Paper boats', exact: true }).waitFor()

  await panel.getByRole('link', { name: 'See All' }).click()
  await page.getByRole('heading', { level: 1, name: 'Notifications' }).waitFor()
  await panel.waitFor({ state: 'hidden' })
  expect(await axeViolationsAtAllWidths(page)).toEqual([])
})

test('a held comment is in the bell of the creator, who lets it through or deletes it there', async () => {
  const creator = await createPerson(app.hoshi.url, 'creator', 'Patient')
  const { id } = await publishEpisode(app.hoshi, creator, { title: 'Waiting' })
  const fan = await createPerson(app.hoshi.url, 'viewer')
  const write = async (text: string) => {
    const response = await fan.call('POST', `/api/v1/episodes/${id}/comments`, { text })
    return ((await response.json()) as { id: string }).id
  }
  const [first, second] = [await write('http://a http://b http://c'), await write('http://d http://e http://f')]
  const visitor = await visitAs(creator)
  const { page } = visitor
  await visitor.open('/explore')
  const openFromBell = async (name: string, commentId: string) => {
    await bell(page, name).click()
    const told = page.getByRole('dialog', { name: 'Notifications' }).locator(`a[href$="#comment-${commentId}"]`)
    await told.waitFor()
    expect(await told.textContent()).toBe('Unread: A comment needs your approval on Waiting')
    await told.click()
    await page.waitForURL(`**/watch/${id}?comment=*`)
    const item = page.locator(`#comment-${commentId}`)
    await item.getByText('Needs your approval because it contains links.').waitFor()
    return item
  }
  const passing = await openFromBell('Notifications, 2 unread', first)
  await passing.getByRole('button', { name: 'Approve' }).click()
  await expect.poll(() => page.locator('#comments-title .figures').textContent()).toBe('1')
  const going = await openFromBell('Notifications, 2 unread', second)
  await going.locator('summary').click()
  await going.getByText('Delete', { exact: true }).click()
  await going.getByRole('button', { name: 'Delete', exact: true }).click()
  await bell(page, 'Notifications, 1 unread').waitFor()
  expect(await page.locator(`#comment-${second}`).count()).toBe(0)
})

test('a bell whose panel cannot be loaded leads to the page', async () => {
  const visitor = await visitAs(await createPerson(app.hoshi.url, 'viewer'))
  const { page } = visitor
  await page.route('**/bell-panel-*.js', (route) => route.abort())
  await visitor.open('/explore')
  await waitForHydration(page)
  await bell(page, 'Notifications').click()
  const panel = page.getByRole('dialog', { name: 'Notifications' })
  await panel.getByRole('alert').filter({ hasText: 'Notifications could not be loaded.' }).waitFor()
  await panel.getByRole('link', { name: 'Open Notifications' }).click()
  await page.getByRole('heading', { level: 1, name: 'Notifications' }).waitFor()
})

test('the page of followed creators shows their newest episodes, and who has new ones', async () => {
  const fan = await createPerson(app.hoshi.url, 'viewer')
  const visitor = await visitAs(fan)
  const { page } = visitor
  await visitor.open('/following')
  await page.getByRole('heading', { name: 'You do not follow anyone yet' }).waitFor()
  await fan.call('PUT', `/api/v1/creators/${mika.account.uid}/follow`)
  await publishEpisode(app.hoshi, mika, { title: 'Rain' })
  await visitor.open('/')
  await bell(page, 'Notifications, 1 unread').click()
  // Reading of it is not a visit.
  await page.getByRole('button', { name: 'Mark All as Read' }).click()
  await bell(page, 'Notifications').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Following' }).click()
  await page.getByRole('link', { name: 'Mika 1 new' }).waitFor()
  await page.getByRole('article', { name: 'Rain' }).getByText('New', { exact: true }).waitFor()
  expect(await page.getByRole('article', { name: 'Old boats' }).getByText('New', { exact: true }).count()).toBe(0)
  const titles = await page.getByRole('heading', { level: 3 }).allInnerTexts()
  expect(titles.at(0)).toBe('Rain')
  expect(titles.at(-1)).toBe('Old boats')
  expect(await axeViolationsAtAllWidths(page)).toEqual([])
  // A page opened again soon is of the same visit.
  await page.reload()
  await page.getByRole('link', { name: 'Mika 1 new' }).waitFor()
  // As the next visit finds it.
  await queryDatabase(app.hoshi.connectionString, 'update following_visits set seen_at = now() where uid = $1', [
    fan.account.uid,
  ])
  await page.reload()
  await page.getByRole('article', { name: 'Rain' }).waitFor()
  expect(await page.getByText('1 new', { exact: true }).count()).toBe(0)
})

test.each([true, false])('Following narrows to one creator, and back (scripts: %s)', async (javaScriptEnabled) => {
  const fan = await createPerson(app.hoshi.url, 'viewer')
  const name = javaScriptEnabled ? 'Ondine' : 'Tetsuo'
  const other = await createPerson(app.hoshi.url, 'creator', name)
  await publishEpisode(app.hoshi, other, { title: 'Tides' })
  for (const creator of [mika, other]) await fan.call('PUT', `/api/v1/creators/${creator.account.uid}/follow`)
  const { page, open } = await visitAs(fan, { javaScriptEnabled })
  await open('/following')
  const everyone = page.getByRole('link', { name: 'All creators' })
  const card = (title: string) => page.getByRole('article', { name: title })
  expect(await everyone.getAttribute('aria-current')).toBe('page')
  expect(await everyone.locator('.followed-all').textContent()).toBe('2')
  await card('Tides').waitFor()
  await card('Old boats').waitFor()
  const row = page.getByRole('navigation', { name: 'Creators you follow' })
  await row.getByRole('link', { name }).click()
  await page.getByRole('heading', { level: 2, name: `Newest from ${name}` }).waitFor()
  expect(await page.getByRole('article').count()).toBe(1)
  await card('Tides').waitFor()
  expect(await row.getByRole('link', { name }).getAttribute('aria-current')).toBe('page')
  expect(await page.getByRole('link', { name: 'Profile', exact: true }).getAttribute('href')).toBe(
    `/creator/${other.account.uid}`,
  )
  await everyone.click()
  await card('Old boats').waitFor()
  // Somebody who is not followed narrows nothing.
  await fan.call('DELETE', `/api/v1/creators/${other.account.uid}/follow`)
  await open(`/following?creator=${other.account.uid}`)
  await card('Old boats').waitFor()
  expect(await card('Tides').count()).toBe(0)
})

test('a refused follow goes back and says why', async () => {
  const leaving = await createPerson(app.hoshi.url, 'creator', 'Leaving')
  const visitor = await visitAs(await createPerson(app.hoshi.url, 'viewer'))
  const { page } = visitor
  await visitor.open(`/creator/${leaving.account.uid}`)
  await leaving.call('DELETE', '/api/v1/me', { password: leaving.password, now: true })
  await page.getByRole('button', { name: 'Follow', exact: true }).click()
  await page.getByRole('alert').getByText('Creator Not Found').waitFor()
  expect(await page.getByRole('button', { name: 'Follow', pressed: false }).count()).toBe(1)
  expect(await followers(page).textContent()).toBe('0 followers')
})

test('signed out, Follow leads to login and back', async () => {
  const fan = await createPerson(app.hoshi.url, 'viewer')
  const visitor = await app.visit()
  const { page } = visitor
  await visitor.open(profile())
  await page.getByRole('region', { name: 'Creator' }).getByRole('link', { name: 'Follow' }).click()
  await page.getByLabel('Email').fill(fan.email)
  await page.getByLabel('Password', { exact: true }).fill(fan.password)
  await page.keyboard.press('Enter')
  await page.waitForURL(`**${profile()}`)
  await page.getByRole('button', { name: 'Follow', exact: true }).waitFor()
})

test('one’s own profile has no Follow button', async () => {
  const visitor = await visitAs(mika)
  await visitor.open(profile())
  expect(await visitor.page.getByRole('button', { name: /^Follow/ }).count()).toBe(0)
})

describe('without scripts', () => {
  test('following, the list and its read mark are forms and links', async () => {
    const fan = await createPerson(app.hoshi.url, 'viewer')
    const other = await createPerson(app.hoshi.url, 'creator', `Other ${fan.account.uid.slice(0, 8)}`)
    const visitor = await visitAs(fan, { javaScriptEnabled: false })
    const { page } = visitor
    await page.goto(`/creator/${other.account.uid}`)
    await page.getByRole('button', { name: 'Follow', exact: true }).click()
    await page.getByRole('button', { name: 'Following' }).waitFor()
    expect(new URL(page.url()).pathname).toBe(`/creator/${other.account.uid}`)
    await publishEpisode(app.hoshi, other, { title: 'Quietly' })
    await expect
      .poll(async () => {
        await page.goto('/explore')
        return bell(page, 'Notifications, 1 unread').count()
      })
      .toBe(1)
    await bell(page, 'Notifications, 1 unread').click()
    await page.getByRole('link', { name: /^Unread: Other \w+ published Quietly$/ }).waitFor()
    await page.getByRole('button', { name: 'Mark All as Read' }).click()
    await bell(page, 'Notifications').waitFor()
    await page.goto(`/creator/${other.account.uid}`)
    await page.getByRole('button', { name: 'Following' }).click()
    await page.getByRole('button', { name: 'Follow', exact: true }).waitFor()
    expect(await followers(page).textContent()).toBe('0 followers')
  })
})

test('the settings turn a kind off and a digest on', async () => {
  const fan = await createPerson(app.hoshi.url, 'viewer')
  const visitor = await visitAs(fan)
  const { page } = visitor
  await visitor.open('/settings/notifications')
  const section = page.getByRole('region', { name: 'Notifications' })
  await section.getByLabel('Replies to your comments').uncheck()
  await section.getByLabel('Email digest').selectOption('weekly')
  await section.getByRole('button', { name: 'Save Notifications' }).click()
  await section.getByText('Your notification settings have been saved.').waitFor()
  const shown = async () => [
    await section.getByLabel('Replies to your comments').isChecked(),
    await section.getByLabel('Email digest').inputValue(),
  ]
  expect(await shown()).toEqual([false, 'weekly'])
  await page.reload()
  await waitForHydration(page)
  expect(await shown()).toEqual([false, 'weekly'])
})
