import { beforeAll, expect, test } from 'vitest'
import { openEarly } from '#tests/support/browser/early-page.ts'
import { button } from '#tests/support/browser/player.ts'
import { seedEpisode } from '#tests/support/data/publishing.ts'
import { createPerson, type Person } from '#tests/support/http/person.ts'
import { publishFinished } from '#tests/support/media/golden-renditions.server.ts'
import { setUpApp } from '#tests/support/worlds/app-fixture.ts'

const app = setUpApp()
let creator: Person
let viewer: Person
let film: string
let filmId: string

beforeAll(async () => {
  creator = await createPerson(app.hoshi.url, 'creator', 'Mio')
  viewer = await createPerson(app.hoshi.url, 'viewer')
  filmId = await publishFinished(app.hoshi, creator, 'brief', { title: 'Bus' })
  await seedEpisode(app.hoshi.connectionString, creator, { title: 'Tram' })
  film = `/watch/${filmId}`
})

async function commentsOf(): Promise<string[]> {
  const response = await viewer.call('GET', `/api/v1/episodes/${filmId}/comments`)
  return ((await response.json()) as { comments: { text: string }[] }).comments.map(({ text }) => text)
}

test('an early comment arrives once, with its text, however often it was sent, and leaves the page as it is', async () => {
  const { page, sent, listen, errors } = await openEarly(app, film, viewer, true)
  await page.evaluate(() => Object.assign(window, { isSamePage: true }))
  const field = page.getByRole('textbox', { name: 'Your comment' })
  await field.pressSequentially('The rain in cut 7')
  await button(page, 'Comment').click()
  await button(page, 'Comment').click()
  // Typed while nothing happened.
  await field.pressSequentially(' is lovely')
  await listen()
  await page.locator('li.comment').getByText('The rain in cut 7 is lovely').waitFor()
  await expect.poll(() => field.inputValue()).toBe('')
  await expect.poll(commentsOf).toEqual(['The rain in cut 7 is lovely'])
  const writes = [`POST ${film}`, `POST /api/v1/episodes/${filmId}/comments`]
  expect(sent.filter((each) => writes.includes(each))).toEqual([writes[1]])
  expect(await page.evaluate('window.isSamePage')).toBe(true)
  expect(errors).toEqual([])
})

test('an early comment goes without scripts where they do not come, once', async () => {
  const { page } = await openEarly(app, film, viewer)
  await page.getByRole('textbox', { name: 'Your comment' }).fill('No scripts on this train')
  await button(page, 'Comment').click()
  await page.locator('li.comment').getByText('No scripts on this train').waitFor()
  expect((await commentsOf()).filter((text) => text === 'No scripts on this train')).toHaveLength(1)
})

test('early ticks are saved by the press on the button that follows them', async () => {
  const { page, sent, listen, errors } = await openEarly(app, '/settings/notifications', viewer, true)
  const kinds = page.getByRole('group', { name: 'Kinds' }).getByRole('checkbox')
  const before = await Promise.all((await kinds.all()).map((each) => each.isChecked()))
  await kinds.nth(0).click()
  // Changed, and changed back.
  await kinds.nth(1).click()
  await kinds.nth(1).click()
  await page.getByLabel('Email digest').selectOption('weekly')
  await button(page, 'Save Notifications').click()
  await listen()
  await page.getByText('Your notification settings have been saved.').waitFor()
  const expected = before.map((isOn, index) => (index === 0 ? !isOn : isOn))
  expect(await Promise.all((await kinds.all()).map((each) => each.isChecked()))).toEqual(expected)
  expect(await page.getByLabel('Email digest').inputValue()).toBe('weekly')
  const stored = await (await viewer.call('GET', '/api/v1/me/notification-settings')).json()
  expect(stored).toMatchObject({ digest: 'weekly' })
  expect(sent).toHaveLength(1)
  expect(errors).toEqual([])
})

test('an early tick counts, and so does the press on another control that follows at once', async () => {
  const { page, sent, listen, errors } = await openEarly(app, film, viewer, true)
  const next = page.getByRole('switch', { name: 'Autoplay next episode' })
  const wasOn = await next.isChecked()
  await next.click()
  await page.locator('button.like').click()
  await listen()
  await page.locator('button.like[aria-pressed="true"]').waitFor()
  expect(await next.isChecked()).toBe(!wasOn)
  await expect.poll(() => sent.filter((each) => each.endsWith('/like'))).toHaveLength(1)
  expect(errors).toEqual([])
})
