import { beforeAll, expect, test } from 'vitest'
import { axeViolationsAtAllWidths } from '#tests/support/browser/axe-violations.ts'
import { waitForHydration } from '#tests/support/browser/forms.ts'
import { seedEpisode } from '#tests/support/data/publishing.ts'
import { queryDatabase } from '#tests/support/data/query-database.server.ts'
import { createStaff } from '#tests/support/data/staff.ts'
import { createPerson, type Person } from '#tests/support/http/person.ts'
import { setUpApp } from '#tests/support/worlds/app-fixture.ts'

const app = setUpApp(async () => ({ worksJobs: true }))
let admin: Person
let moderator: Person
let creator: Person
let episodeId: string

beforeAll(async () => {
  admin = await createStaff(app.hoshi, 'admin')
  moderator = await createStaff(app.hoshi, 'moderator')
  creator = await createPerson(app.hoshi.url, 'creator', 'Mika')
  episodeId = await seedEpisode(app.hoshi.connectionString, creator, { title: 'Tin Robot' })
  await moderator.call('POST', '/api/v1/reports', { subject: { kind: 'episode', id: episodeId }, reason: 'spam' })
  await queryDatabase(
    app.hoshi.connectionString,
    `insert into pgboss.job (name, data, output, state, completed_on)
     values ('catalog.publish-scheduled', $1, $2, 'failed', now())`,
    [{ id: episodeId, publishAt: '2026-01-01T00:00:00.000Z' }, { message: 'Out of memory' }],
  )
  await queryDatabase(
    app.hoshi.connectionString,
    `insert into nodes values ('minami', 'minami', 'worker', '1.8.0', now(), now() - interval '2 minutes')`,
  )
})

test('an admin reads what is wrong first, then the figures, and tries the failed job again', async () => {
  const { page, open, logInAs, errors } = await app.visit()
  await logInAs(admin)
  await open('/admin')
  await waitForHydration(page)
  const wrong = await page.getByRole('list', { name: 'Current problems' }).getByRole('listitem').allInnerTexts()
  const ours = wrong.filter((text) => !text.startsWith('The disk')).map((text) => text.split('\n')[0])
  expect(ours).toEqual([
    'minami is not responding.',
    expect.stringMatching(/^The site shows no contact address\. Set SUPPORT_EMAIL/),
    '1 job failed after all retries.',
  ])
  const card = (name: string) => page.getByRole('region', { name, exact: true })
  expect(await card('Open reports').textContent()).toMatch(/1\s*Oldest: \d+ minutes? ago/)
  expect(await card('New accounts').textContent()).toMatch(/3\s*3 in 30 days/)
  expect(await card('Views today').getByRole('img').getAttribute('aria-label')).toMatch(
    /^Views over the last 30 days, ending today: (0, ){29}0$/,
  )
  expect(await card('Storage').textContent()).toMatch(/free of[\s\S]*There is no complete backup yet\./)
  expect(await card('Jobs').textContent()).toContain('Tin Robot: Out of memory')
  const silent = card('Nodes').getByRole('row').filter({ hasText: 'minami' })
  expect(await silent.textContent()).toMatch(/Runs jobs[\s\S]*Not responding since/)
  expect(await card('Versions').textContent()).toMatch(/Hoshi\s*\d+\.\d+/)
  expect(await axeViolationsAtAllWidths(page)).toEqual([])
  for (const width of [1440, 800, 390, 320]) {
    await page.setViewportSize({ width, height: 800 })
    const widest = await page.evaluate(() => document.documentElement.scrollWidth)
    expect(widest, `at ${width} px`).toBeLessThanOrEqual(width)
  }
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.getByRole('button', { name: 'Retry: Publish an episode, Tin Robot' }).click()
  await page.waitForURL('**/admin/jobs?done')
  await page.getByRole('link', { name: 'Overview' }).click()
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor()
  expect(await page.getByText('failed after all retries').count()).toBe(0)
  expect(errors).toEqual([])
})

test('the figures are read again by a button, also without scripts', async () => {
  const { page, open, logInAs } = await app.visit({ javaScriptEnabled: false })
  await logInAs(admin)
  await open('/admin')
  const uploads = page.getByRole('region', { name: 'Uploads today', exact: true })
  expect(await uploads.textContent()).toMatch(/0\s*0 B/)
  await queryDatabase(app.hoshi.connectionString, `update videos set received_at = now(), size_bytes = 2100000`)
  await page.getByRole('button', { name: 'Refresh Data' }).click()
  await expect.poll(() => uploads.textContent()).toMatch(/1\s*2.1 MB/)
})

test('an admin reads when the last backup was complete, and why the newest one failed', async () => {
  await queryDatabase(
    app.hoshi.connectionString,
    `insert into backups values
       ('1', '/mnt/backup', '2026-03-05T03:30:00Z', '2026-03-05T03:31:00Z', '2026-03-05T03:32:00Z', null, 1204, 12, 34e6, 21e8),
       ('2', '/mnt/backup', '2026-03-06T03:30:00Z', null, '2026-03-06T03:32:00Z', 'There is no space left in /mnt/backup.', null, null, null, null)`,
  )
  const { page, open, logInAs, errors } = await app.visit()
  await logInAs(admin)
  await open('/admin')
  const storage = page.getByRole('region', { name: 'Storage', exact: true })
  expect(await storage.textContent()).toContain(
    'Last complete backup: Mar 5, 2026, 03:31 UTC. 1,204 files, 12 new, 2.1 GB in total.',
  )
  const wrong = await page.getByRole('list', { name: 'Current problems' }).getByRole('listitem').allInnerTexts()
  expect(wrong).toContain('The last backup failed. There is no space left in /mnt/backup.')
  await queryDatabase(app.hoshi.connectionString, 'delete from backups')
  expect(errors).toEqual([])
})

test('a moderator sees neither storage nor jobs, and gets here from the account menu', async () => {
  const { page, open, logInAs } = await app.visit()
  await logInAs(moderator)
  await open('/explore')
  await waitForHydration(page)
  await page.locator('.account-menu summary').click()
  await page.getByRole('navigation', { name: 'Account' }).getByRole('link', { name: 'Admin' }).click()
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor()
  expect(await page.getByRole('heading', { level: 2 }).allInnerTexts()).toEqual([
    ...['Uploads today', 'Views today', 'Open reports', 'New accounts', 'Emails sent', 'Nodes', 'Versions'],
  ])
  const places = page.getByRole('navigation', { name: 'Admin' })
  expect(await places.getByRole('link', { name: /^Queue\s?1 waiting/ }).count()).toBe(1)
  expect(await places.getByRole('link', { name: /^Jobs/ }).count()).toBe(0)
  expect(await axeViolationsAtAllWidths(page)).toEqual([])
})
