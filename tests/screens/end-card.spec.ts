import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { axeViolations } from '#tests/support/browser/axe-violations.ts'
import { openPaused } from '#tests/support/browser/player.ts'
import { createPerson, type Person } from '#tests/support/http/person.ts'
import { publishFinished } from '#tests/support/media/golden-renditions.server.ts'
import { setUpApp } from '#tests/support/worlds/app-fixture.ts'

const app = setUpApp()
const parts: string[] = []
let viewer: Person

beforeAll(async () => {
  const creator = await createPerson(app.hoshi.url, 'creator', 'Mio')
  viewer = await createPerson(app.hoshi.url, 'viewer')
  const made = await creator.call('POST', '/api/v1/series', { title: 'The Vega Line', description: 'Two stops.' })
  const { id: seriesId } = (await made.json()) as { id: string }
  for (const title of ['Bus', 'Rain']) parts.push(await publishFinished(app.hoshi, creator, 'film', { title }))
  const listed = await creator.call('PUT', `/api/v1/series/${seriesId}/episodes`, { episodeIds: parts })
  expect(listed.status).toBe(200)
})

const endOf = (page: Page) => page.getByRole('region', { name: 'End of the episode' })

/** Opens a part of the series and says that its film has ended, as the browser does. */
async function openEnded(id: string, options = {}) {
  const visitor = await openPaused(app, `/watch/${id}`, options, 1, (_, { logInAs }) => logInAs(viewer))
  await visitor.page.evaluate(() => {
    const video = document.querySelector('video')!
    Object.defineProperty(video, 'ended', { value: true, configurable: true })
    video.dispatchEvent(new Event('ended'))
  })
  await endOf(visitor.page).waitFor()
  return visitor
}

test('the bar at the end likes the episode and follows its creator as the page does', async () => {
  const { page, errors } = await openEnded(parts[0]!)
  const end = endOf(page)
  expect(await end.getByText('Rain', { exact: true }).isVisible()).toBe(true)
  expect(await end.getByText('You watched Bus.').isVisible()).toBe(true)
  await end.getByRole('button', { name: 'Like' }).click()
  await expect.poll(() => page.getByRole('button', { name: 'Liked 1' }).count()).toBe(2)
  await end.getByRole('button', { name: 'Follow' }).click()
  await expect.poll(() => page.getByRole('button', { name: 'Following' }).count()).toBe(2)
  expect(await end.getByRole('button', { name: 'Full screen' }).isVisible()).toBe(true)
  expect(await axeViolations(page)).toEqual([])
  expect(errors).toEqual([])
})

test('on a phone the card stands below the picture, which keeps Replay', async () => {
  const { page } = await openEnded(parts[0]!, { viewport: { width: 390, height: 844 } })
  const picture = (await page.locator('.player-picture').boundingBox())!
  const card = (await endOf(page).boundingBox())!
  expect(card.y).toBeGreaterThanOrEqual(picture.y + picture.height)
  const title = (await page.getByRole('heading', { level: 1 }).boundingBox())!
  expect(title.y).toBeGreaterThanOrEqual(card.y + card.height)
  const replay = (await page.getByRole('button', { name: 'Replay' }).boundingBox())!
  expect(replay.y + replay.height).toBeLessThan(picture.y + picture.height)
  expect(await axeViolations(page)).toEqual([])
})

test('after the last part, with nothing else to come, it offers the other parts', async () => {
  const { page } = await openEnded(parts[1]!)
  const end = endOf(page)
  expect(await end.getByText('More from Mio').isVisible()).toBe(true)
  expect(await end.getByRole('link', { name: 'Play Next' }).count()).toBe(0)
  await end.getByRole('link', { name: /Bus/ }).click()
  await page.getByRole('heading', { level: 1, name: 'Bus' }).waitFor()
})
