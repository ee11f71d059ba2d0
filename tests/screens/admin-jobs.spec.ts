import { beforeAll, beforeEach, expect, test } from 'vitest'
import { axeViolationsAtAllWidths } from '#tests/support/browser/axe-violations.ts'
import { waitForHydration } from '#tests/support/browser/forms.ts'
import { seedEpisode } from '#tests/support/data/publishing.ts'
import { queryDatabase } from '#tests/support/data/query-database.server.ts'
import { createStaff } from '#tests/support/data/staff.ts'
import { createPerson, type Person } from '#tests/support/http/person.ts'
import { setUpApp } from '#tests/support/worlds/app-fixture.ts'

const app = setUpApp(async () => ({ worksJobs: true }))
let admin: Person
let episodeId: string

beforeAll(async () => {
  admin = await createStaff(app.hoshi, 'admin')
  const creator = await createPerson(app.hoshi.url, 'creator', 'Mika')
  episodeId = await seedEpisode(app.hoshi.connectionString, creator, { title: 'Tin Robot' })
})

beforeEach(() => queryDatabase(app.hoshi.connectionString, `delete from pgboss.job where state = 'failed'`))

/** Stores a job whose attempts have all failed, and that does nothing when it is tried again. */
async function fail(kind: string, data: object, message: string): Promise<void> {
  await queryDatabase(
    app.hoshi.connectionString,
    `insert into pgboss.job (name, data, output, state, retry_count, completed_on)
     values ($1, $2, $3, 'failed', 2, now())`,
    [kind, data, { message }],
  )
}

test('an admin reads why a job failed, tries it again, and finds it in the log', async () => {
  await fail('catalog.publish-scheduled', { id: episodeId, publishAt: '2026-01-01T00:00:00.000Z' }, 'Out of memory')
  const { page, open, logInAs, errors } = await app.visit()
  await logInAs(admin)
  await open('/admin/queue')
  await waitForHydration(page)
  const places = page.getByRole('navigation', { name: 'Admin' })
  await places.getByRole('link', { name: /^Jobs\s?1 failed$/ }).click()
  const row = page.getByRole('row').filter({ hasText: 'Publish an episode' })
  await row.waitFor()
  const cells = await row.getByRole('cell').allInnerTexts()
  expect(cells).toEqual(['Tin Robot', 'Out of memory', '3', expect.any(String), 'Retry'])
  expect(await axeViolationsAtAllWidths(page)).toEqual([])
  await page.getByRole('button', { name: 'Retry: Publish an episode, Tin Robot' }).click()
  await page.getByText('The job is running again.').waitFor()
  await page.getByRole('heading', { name: 'No failed jobs' }).waitFor()
  expect(await axeViolationsAtAllWidths(page)).toEqual([])
  await open('/admin/audit')
  const [newest] = await page.getByRole('row').getByRole('rowheader').allInnerTexts()
  expect(newest!.split('\n')).toEqual(['Job retried', 'Publish an episode'])
  expect(errors).toEqual([])
})

test('without scripts a job is tried again, and one that somebody else has tried is refused with words', async () => {
  await fail('moderation.announce', { id: 'unknown' }, 'No.')
  const { page, open, logInAs } = await app.visit({ javaScriptEnabled: false })
  await logInAs(admin)
  const button = page.getByRole('button', { name: 'Retry: Notify about a decision, A decision' })
  await open('/admin/jobs')
  await queryDatabase(app.hoshi.connectionString, `update pgboss.job set state = 'completed' where state = 'failed'`)
  await button.click()
  await expect.poll(() => page.getByRole('alert').textContent()).toContain('This job is no longer failed')
  await fail('moderation.announce', { id: 'unknown' }, 'No.')
  await open('/admin/jobs')
  await button.click()
  await expect.poll(() => page.getByRole('status').textContent()).toContain('The job is running again.')
})

test('a moderator neither sees the place nor its page', async () => {
  const { page, open, logInAs } = await app.visit()
  await logInAs(await createStaff(app.hoshi, 'moderator'))
  await open('/admin/queue')
  const places = page.getByRole('navigation', { name: 'Admin' }).getByRole('link')
  expect(await places.allInnerTexts()).toEqual(['Overview', 'Queue', 'Accounts', 'Episodes', 'Words', 'Audit log'])
  expect(await open('/admin/jobs')).toBe(404)
})
