import { expect, test } from 'vitest'
import { withMotion } from '#tests/support/browser/browser.server.ts'
import { logIn } from '#tests/support/browser/forms.ts'
import { createPerson } from '#tests/support/http/person.ts'
import { publishFinished } from '#tests/support/media/golden-renditions.server.ts'
import { setUpApp } from '#tests/support/worlds/app-fixture.ts'
import { stat } from '#tests/support/worlds/dashboard.ts'

const app = setUpApp(async () => ({ worksJobs: true }))

test('the dashboard and the bell of a creator move while a stranger watches, logs in, likes and comments', async () => {
  const creator = await createPerson(app.hoshi.url, 'creator', 'Mio')
  const viewer = await createPerson(app.hoshi.url, 'viewer')
  const id = await publishFinished(app.hoshi, creator, 'short', { title: 'Rain on threes', genre: 'Drama' })

  const own = await app.visit()
  await own.logInAs(creator)
  const live = own.page.waitForResponse('**/api/v1/me/episodes/live*')
  await own.open('/dashboard')
  await live
  const figures = () =>
    Promise.all(['Total views', 'Total likes', 'Total comments'].map((name) => stat(own.page, name).textContent()))
  const bell = own.page.getByRole('banner').getByRole('link', { name: /^Notifications/ })
  const bellName = () => bell.getAttribute('aria-label')
  expect(await figures()).toEqual([
    expect.stringContaining('Total views0'),
    expect.stringContaining('Total likes0'),
    expect.stringContaining('Total comments0'),
  ])
  expect(await bellName()).toBe('Notifications')
  await own.page.evaluate(() => Object.assign(window, { isSamePage: true }))

  const { page, open, errors } = await app.visit(withMotion)
  await open(`/watch/${id}`)
  await expect.poll(() => stat(own.page, 'Total views').textContent()).toContain('Total views1')

  await page.getByRole('button', { name: /^Like/ }).click()
  await page.waitForURL('**/login*')
  await logIn(page, viewer)
  await page.waitForURL(`**/watch/${id}*`)
  const like = page.getByRole('button', { name: /^Like/ }).first()
  await like.click()
  await expect.poll(() => like.getAttribute('aria-pressed')).toBe('true')
  await expect.poll(() => stat(own.page, 'Total likes').textContent()).toContain('Total likes1')
  await expect.poll(bellName).toBe('Notifications, 1 unread')

  await page.getByLabel('Your comment').fill('The gutter keeps dripping.')
  await page.getByRole('button', { name: 'Comment', exact: true }).click()
  await expect.poll(() => stat(own.page, 'Total comments').textContent()).toContain('Total comments1')
  await expect.poll(bellName).toBe('Notifications, 2 unread')

  expect(await own.page.evaluate(() => 'isSamePage' in window)).toBe(true)
  await bell.click()
  const panel = own.page.getByRole('dialog', { name: 'Notifications' })
  await expect.poll(() => panel.getByRole('link', { name: /^Unread: / }).count()).toBe(2)
  expect(errors).toEqual([])
})
