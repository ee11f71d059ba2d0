import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { alertsOf, fillUpload, sendUpload, waitForHydration, waitForSuccess } from '#tests/support/browser/forms.ts'
import { queryDatabase } from '#tests/support/data/query-database.server.ts'
import type { Person } from '#tests/support/http/person.ts'
import { makeClip } from '#tests/support/media/clips.server.ts'
import { card, setUpDashboard } from '#tests/support/worlds/dashboard.ts'

const { app, createCreatorWith, visitAs } = setUpDashboard()
const inTokyo = { timezoneId: 'Asia/Tokyo' }

let clip: string

beforeAll(async () => {
  clip = await makeClip(app.clipsDir, { seconds: 2 })
})

async function storedOf(creator: Person, id: string | undefined): Promise<unknown> {
  return (await creator.call('GET', `/api/v1/episodes/${id}`)).json()
}

const sharingOf = (id: string | undefined) => `/dashboard/episodes/${id}/sharing`
const choose = (page: Page, name: string) => page.getByRole('radio', { name: new RegExp(`^${name}`) }).check()

describe('the upload form', () => {
  test('publishes an episode with the chosen visibility, and asks a scheduled one for its time', async () => {
    const { creator } = await createCreatorWith()
    const visitor = await app.visit(inTokyo)
    await visitor.logInAs(creator)
    await visitor.open('/upload')
    const { page } = visitor
    await waitForHydration(page)
    const time = page.getByLabel('Publish at')
    expect(await time.isVisible()).toBe(false)
    await fillUpload(page, { title: 'Quiet', genre: 'Drama', file: clip })
    await page.getByLabel('Visibility').selectOption('scheduled')
    await sendUpload(page)
    expect(await alertsOf(page)).toEqual(['Please choose when this episode becomes public.'])
    await time.fill('2999-07-17T18:00')
    expect(await page.getByText('Asia/Tokyo. In').isVisible()).toBe(true)
    await sendUpload(page)
    await waitForSuccess(page)
    const list = await creator.call('GET', '/api/v1/me/episodes')
    expect(await list.json()).toMatchObject({
      episodes: [{ title: 'Quiet', visibility: 'scheduled', publishAt: '2999-07-17T09:00:00.000Z' }],
    })
  })
})

describe('Edit Episode', () => {
  test('schedules an episode in the browser’s time zone, and keeps the input when the time has passed', async () => {
    const { creator, ids } = await createCreatorWith({ title: 'Draft' })
    const list = await visitAs(creator, '/dashboard?tab=content', inTokyo)
    const { page, errors } = await visitAs(creator, sharingOf(ids[0]), inTokyo)
    expect(await page.getByRole('radio', { name: /^Public/ }).isChecked()).toBe(true)
    expect(await page.getByLabel('Publish at').isVisible()).toBe(false)
    await choose(page, 'Scheduled')
    await page.getByLabel('Publish at').fill('2020-07-17T18:00')
    expect(await page.getByText('Asia/Tokyo. This time is in the past.').isVisible()).toBe(true)
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await page.getByText('Please choose a time in the future, and only for a scheduled episode.').waitFor()
    expect(await page.getByLabel('Publish at').inputValue()).toBe('2020-07-17T18:00')
    await page.getByLabel('Publish at').fill('2999-07-17T18:00')
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await page.getByText('Saved.', { exact: true }).last().waitFor()
    await card(list.page, 'Draft').getByText('Jul 17, 18:00').waitFor()
    expect(await storedOf(creator, ids[0])).toMatchObject({
      visibility: 'scheduled',
      publishAt: '2999-07-17T09:00:00.000Z',
    })
    expect(errors.filter((error) => !error.includes('422'))).toEqual([])
  })

  test('hides an episode from everyone else, and marks it as adult', async () => {
    const { creator, ids } = await createCreatorWith({ title: 'Open' })
    const { page } = await visitAs(creator, sharingOf(ids[0]))
    await choose(page, 'Private')
    await page.getByRole('tab', { name: 'Details' }).click()
    await page.getByRole('checkbox', { name: 'NSFW' }).check()
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await page.getByText('Saved.', { exact: true }).last().waitFor()
    expect(await storedOf(creator, ids[0])).toMatchObject({ visibility: 'private', nsfw: true })
    const stranger = await app.visit()
    expect(await stranger.open(`/watch/${ids[0]}`)).toBe(404)
    await page.goto(`${app.hoshi.url}/watch/${ids[0]}`)
    await page.getByText('Private', { exact: true }).waitFor()
  })

  test('does not offer to clear a mark that a moderator gave a reason for', async () => {
    const { creator, ids } = await createCreatorWith({ title: 'Marked' })
    const marked = `update episodes set nsfw = true, nsfw_reason = 'Blood' where id = $1`
    await queryDatabase(app.hoshi.connectionString, marked, [ids[0]])
    const { page } = await visitAs(creator, `/dashboard/episodes/${ids[0]}`)
    const check = page.getByRole('checkbox', { name: 'NSFW' })
    expect([await check.isChecked(), await check.isDisabled()]).toEqual([true, true])
    expect(await page.getByText('Blood. Only a moderator can remove this.').isVisible()).toBe(true)
    await page.getByLabel('Title', { exact: true }).fill('Renamed')
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await page.getByRole('heading', { name: 'Renamed', level: 1 }).waitFor()
    expect(await storedOf(creator, ids[0])).toMatchObject({ title: 'Renamed', nsfw: true })
  })

  test('a page without scripts that nobody changed the visibility on leaves a newer one alone', async () => {
    const { creator, ids } = await createCreatorWith({ title: 'Stale' })
    const { page } = await visitAs(creator, sharingOf(ids[0]), { javaScriptEnabled: false })
    await creator.call('PATCH', `/api/v1/episodes/${ids[0]}`, { visibility: 'private' })
    await page.getByRole('switch', { name: 'Allow comments' }).uncheck()
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await page.getByText('Saved.', { exact: true }).waitFor()
    expect(await storedOf(creator, ids[0])).toMatchObject({ visibility: 'private', commentsOpen: false })
  })

  test('changes visibility and adult mark without scripts, with times in UTC', async () => {
    const { creator, ids } = await createCreatorWith({ title: 'Plain', nsfw: true })
    const { page } = await visitAs(creator, sharingOf(ids[0]), { javaScriptEnabled: false })
    await choose(page, 'Scheduled')
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await page.getByText('Please choose when this episode becomes public.').waitFor()
    expect(await page.getByRole('radio', { name: /^Scheduled/ }).isChecked()).toBe(true)
    await page.getByLabel('Publish at').fill('2999-07-17T18:00')
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await page.getByText('Saved.', { exact: true }).waitFor()
    await page.getByRole('tab', { name: 'Details' }).click()
    await page.getByRole('checkbox', { name: 'NSFW' }).uncheck()
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await page.getByText('Saved.', { exact: true }).waitFor()
    expect(await storedOf(creator, ids[0])).toMatchObject({
      visibility: 'scheduled',
      publishAt: '2999-07-17T18:00:00.000Z',
      nsfw: false,
    })
  })
})
