import { beforeAll, expect, test } from 'vitest'
import { axeViolationsAtAllWidths } from '#tests/support/browser/axe-violations.ts'
import { waitForHydration } from '#tests/support/browser/forms.ts'
import { seedEpisode } from '#tests/support/data/publishing.ts'
import { createStaff } from '#tests/support/data/staff.ts'
import { endUndoTime, LONG_UNDO_SECONDS } from '#tests/support/data/undo-time.ts'
import { createPerson, createStranger, type Person } from '#tests/support/http/person.ts'
import { publishFinished } from '#tests/support/media/golden-renditions.server.ts'
import { setUpApp } from '#tests/support/worlds/app-fixture.ts'

const app = setUpApp(async () => ({ undoSeconds: LONG_UNDO_SECONDS }))

let creator: Person
let viewer: Person
let saki: Person
let ren: Person
let id: string

beforeAll(async () => {
  creator = await createPerson(app.hoshi.url, 'creator', 'Mika')
  viewer = await createPerson(app.hoshi.url, 'viewer')
  saki = await createStaff(app.hoshi, 'moderator')
  ren = await createStaff(app.hoshi, 'moderator')
  id = await seedEpisode(app.hoshi.connectionString, creator, { title: 'Night Market' })
})

const statusFor = async (person: Pick<Person, 'call'>, path: string) => (await person.call('GET', path)).status

test('a report is decided by keys, appealed against, and taken back by somebody else', async () => {
  const subject = { kind: 'episode', id }
  await viewer.call('POST', '/api/v1/reports', { subject, reason: 'copied', details: 'Seen elsewhere.' })
  const stranger = createStranger(app.hoshi.url)

  const moderator = await app.visit()
  await moderator.logInAs(saki)
  await moderator.open('/admin/queue')
  await waitForHydration(moderator.page)
  await moderator.page.getByRole('link', { name: /^Night Market/ }).click()
  await moderator.page.getByText('Seen elsewhere.').waitFor()
  expect(await moderator.page.getByRole('radio', { name: 'No action' }).isChecked()).toBe(true)
  await moderator.page.keyboard.press('4')
  await moderator.page.getByLabel('Rule').selectOption('2')
  await moderator.page.getByRole('button', { name: 'Take down' }).click()
  await moderator.page.getByText('Please give a reason. The account holder will read it.').waitFor()
  expect(await axeViolationsAtAllWidths(moderator.page)).toEqual([])
  await moderator.page.getByLabel('Message to the creator').fill('It is another studio’s short.')
  await moderator.page.getByRole('button', { name: 'Take down' }).click()
  await moderator.page.getByRole('status').getByText('Taken down: Night Market').waitFor()
  await moderator.page.getByRole('heading', { name: 'The queue is empty' }).waitFor()
  expect(await axeViolationsAtAllWidths(moderator.page)).toEqual([])
  await expect.poll(() => statusFor(stranger, `/watch/${id}`)).toBe(404)
  await moderator.page.keyboard.press('u')
  await moderator.page.getByRole('link', { name: /^Night Market/ }).waitFor()
  await expect.poll(() => statusFor(stranger, `/watch/${id}`)).toBe(200)
  // The refused form is the only one.
  expect(moderator.errors).toEqual([expect.stringContaining('422')])

  const decision = { subject, decision: 'takedown', rule: '2', reason: 'It is another studio’s short.' }
  const made = await saki.call('POST', '/api/v1/moderation/decisions', decision)
  await endUndoTime(app.hoshi.connectionString, ((await made.json()) as { id: string }).id)

  const maker = await app.visit()
  await maker.logInAs(creator)
  await maker.open('/dashboard')
  const notice = maker.page.getByRole('region', { name: 'Moderator decision' })
  await notice.getByText('Night Market has been taken down').waitFor()
  await notice.getByRole('link', { name: 'View or Appeal' }).click()
  await maker.page.getByText('Appeal', { exact: true }).click()
  await maker.page.getByLabel('Why').fill('I drew it, here are the sheets.')
  expect(await axeViolationsAtAllWidths(maker.page)).toEqual([])
  await maker.page.getByRole('button', { name: 'Send Appeal' }).click()
  await maker.page.getByText('By another moderator').waitFor()

  const other = await app.visit({ javaScriptEnabled: false })
  await other.logInAs(ren)
  await other.open('/admin/queue?kind=appeal')
  await other.page.getByText('I drew it, here are the sheets.').waitFor()
  await other.page.getByLabel('Message to the creator').fill('The sheets are yours.')
  await other.page.getByRole('button', { name: 'Reverse Decision' }).click()
  await other.page.getByRole('heading', { name: 'No matches' }).waitFor()
  await expect.poll(() => statusFor(stranger, `/watch/${id}`)).toBe(200)
  await maker.open('/settings/decisions')
  await maker.page.getByRole('heading', { name: 'Decision reversed' }).waitFor()
  expect(await axeViolationsAtAllWidths(maker.page)).toEqual([])

  for (const person of [stranger, viewer, creator]) expect(await statusFor(person, '/admin/queue')).toBe(404)
})

test('a reported episode plays beside its reports, blurred and silent until it is revealed', async () => {
  const reported = await publishFinished(app.hoshi, creator, 'longSegments')
  const subject = { kind: 'episode', id: reported }
  await viewer.call('POST', '/api/v1/reports', { subject, reason: 'flashing', details: '', atSeconds: 1 })
  const { page, open, logInAs, errors } = await app.visit()
  await logInAs(saki)
  await open('/admin/queue')
  await waitForHydration(page)
  const player = page.getByRole('region', { name: 'Video' })
  const video = player.locator('video')
  const stateOf = () => video.evaluate(({ muted, paused, readyState }: HTMLVideoElement) => [muted, paused, readyState])
  expect(await stateOf()).toEqual([true, true, 0])
  expect(await player.getByRole('img', { name: 'Reported at 0:01' }).count()).toBe(1)
  expect(await player.getByRole('button', { name: 'Unmute' }).isDisabled()).toBe(true)
  const position = () => player.getByRole('slider', { name: 'Seek' }).inputValue()
  await page.getByRole('button', { name: 'At 0:01' }).click()
  await expect.poll(position).toBe('1')
  await player.getByRole('button', { name: 'Play' }).click()
  await expect.poll(async () => Number(await position())).toBeGreaterThan(1.2)
  await player.getByRole('checkbox', { name: 'Reveal: Video' }).check({ force: true })
  await expect.poll(async () => (await stateOf())[0]).toBe(false)
  await player.getByRole('button', { name: 'Mute' }).click()
  await expect.poll(async () => (await stateOf())[0]).toBe(true)
  expect(await axeViolationsAtAllWidths(page)).toEqual([])
  expect(errors).toEqual([])
})
