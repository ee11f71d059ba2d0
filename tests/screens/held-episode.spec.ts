import { beforeAll, expect, test } from 'vitest'
import { axeViolationsAtAllWidths } from '#tests/support/browser/axe-violations.ts'
import { waitForHydration } from '#tests/support/browser/forms.ts'
import { publishEpisode } from '#tests/support/data/ready-video.server.ts'
import { createStaff } from '#tests/support/data/staff.ts'
import { LONG_UNDO_SECONDS } from '#tests/support/data/undo-time.ts'
import { createPerson, createStranger, type Person } from '#tests/support/http/person.ts'
import { setUpApp } from '#tests/support/worlds/app-fixture.ts'

const app = setUpApp(async () => ({ worksJobs: true, undoSeconds: LONG_UNDO_SECONDS }))

let creator: Person
let saki: Person

beforeAll(async () => {
  creator = await createPerson(app.hoshi.url, 'creator', 'Mika')
  saki = await createStaff(app.hoshi, 'moderator')
  const admin = await createStaff(app.hoshi, 'admin')
  await app.hoshi.hoshi.rooms.administration.settings.change(admin.account, { moderation: 'hold' })
})

test('a creator reads that an episode waits, until a moderator lets it through', async () => {
  const { id } = await publishEpisode(app.hoshi, creator, { title: 'Harbour Fire' })
  const stranger = createStranger(app.hoshi.url)
  expect((await stranger.call('GET', `/watch/${id}`)).status).toBe(404)

  const own = await app.visit()
  await own.logInAs(creator)
  await own.open(`/watch/${id}`)
  const notice = own.page.getByRole('region', { name: 'Awaiting review' })
  await notice.getByText('Awaiting review', { exact: true }).waitFor()
  await notice.getByText('Only you and moderators can see this page until the episode has been reviewed.').waitFor()
  expect(await axeViolationsAtAllWidths(own.page)).toEqual([])
  await own.open('/dashboard?tab=content')
  await waitForHydration(own.page)
  const card = own.page.getByRole('article', { name: 'Harbour Fire' })
  await card.getByText('Awaiting review').waitFor()
  expect(await axeViolationsAtAllWidths(own.page)).toEqual([])

  const moderator = await app.visit()
  await moderator.logInAs(saki)
  await moderator.open(`/watch/${id}`)
  await moderator.page.getByText('Only the creator and moderators can see this page').waitFor()
  await moderator.open('/admin/queue')
  await waitForHydration(moderator.page)
  await moderator.page.getByRole('link', { name: /^Harbour Fire ?Awaiting review/ }).click()
  await moderator.page.getByText('Held: only the creator and moderators can see it until you decide.').waitFor()
  expect(await axeViolationsAtAllWidths(moderator.page)).toEqual([])
  await moderator.page.getByRole('button', { name: 'No action' }).click()
  await moderator.page.getByRole('status').getByText('No action: Harbour Fire').waitFor()
  await card.getByText('Awaiting review').waitFor({ state: 'hidden' })
  await expect.poll(async () => (await stranger.call('GET', `/watch/${id}`)).status).toBe(200)
})
