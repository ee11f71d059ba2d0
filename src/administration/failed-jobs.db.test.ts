import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { queryDatabase } from '#tests/support/data/query-database.server.ts'
import { createStaff } from '#tests/support/data/staff.ts'
import { createPerson, type Person } from '#tests/support/http/person.ts'
import { createUpload } from '#tests/support/http/tus.ts'
import { eventually } from '#tests/support/run/eventually.ts'
import { type Answer, send } from '#tests/support/worlds/moderated-site.server.ts'
import { createTestHoshi, type TestHoshi } from '#tests/support/worlds/test-hoshi.ts'

let site: TestHoshi
let admin: Person

interface Page extends Answer {
  jobs: { id: string; subject: { kind: string; id: string } | null }[]
  nextCursor: string | null
}

beforeAll(async () => {
  site = await createTestHoshi({ worksJobs: true })
  admin = await createStaff(site, 'admin')
})
afterAll(() => site?.close())
beforeEach(() => query(`delete from pgboss.job where state = 'failed'`))

function query<Row extends object>(statement: string, values: unknown[] = []): Promise<Row[]> {
  return queryDatabase<Row>(site.connectionString, statement, values)
}

const retry = (id: string, by = admin) => send(by, 'POST', `/admin/jobs/${id}/retry`)

const list = async (parameters = '') => (await send(admin, 'GET', `/admin/jobs${parameters}`)) as Page

/** Stores a job with one attempt, as this version's own code would with more. */
async function store(kind: string, data: object, state = 'created'): Promise<string> {
  const [row] = await query<{ id: string }>(
    `insert into pgboss.job (name, data, state, retry_limit, completed_on)
     values ($1, $2, $3::pgboss.job_state, 0, case $3 when 'failed' then now() end) returning id::text`,
    [kind, data, state],
  )
  return row!.id
}

const listed = (id: string) =>
  eventually('the job has failed', async () => (await list()).jobs.find((job) => job.id === id) ?? null)

const entriesAbout = (id: string) =>
  query<{ actor: string; action: string; after: object }>(
    `select actor_uid as actor, action, after from audit_log where subject_kind = 'job' and subject_id = $1`,
    [id],
  )

test('a job that fails is listed without its data, is tried again, and then runs', async () => {
  const id = await store('mail.write', { kind: 'no.such.mail', of: 'mika@example.org' })
  expect(await listed(id)).toEqual({
    id,
    kind: 'mail.write',
    subject: { kind: 'mail', id: 'no.such.mail' },
    attempts: 1,
    failedAt: expect.stringMatching(/^\d{4}-.*Z$/),
    reason: 'There is no writer for mails of the kind no.such.mail.',
  })
  expect(JSON.stringify(await list())).not.toContain('mika')
  // A mail that nobody needs any more, so that its job ends well.
  await query(`update pgboss.job set data = '{"kind": "moderation.report", "of": "gone"}' where id = $1`, [id])
  expect((await retry(id)).status).toBe(204)
  await eventually('the job is done', async () => {
    const [job] = await query<{ state: string }>('select state from pgboss.job where id = $1', [id])
    return job?.state === 'completed'
  })
  expect((await list()).jobs).toEqual([])
  expect(await entriesAbout(id)).toEqual([
    { actor: admin.account.uid, action: 'job.retried', after: { kind: 'mail.write' } },
  ])
})

test('of two who try a job again at once, one does, and the log has one entry', async () => {
  const id = await store('moderation.announce', { id: 'unknown' }, 'failed')
  const both = await Promise.all([retry(id), retry(id, await createStaff(site, 'admin'))])
  expect(both.map(({ status }) => status).sort()).toEqual([204, 409])
  expect(both.find(({ status }) => status === 409)!.code).toBe('moderation.job_not_failed')
  expect(await retry(id)).toMatchObject({ status: 409, code: 'moderation.job_not_failed' })
  expect(await entriesAbout(id)).toHaveLength(1)
})

test.each(['unknown', '00000000-0000-0000-0000-000000000000'])('there is no job %s', async (id) => {
  expect(await retry(id)).toMatchObject({ status: 404, code: 'moderation.job_not_found' })
  expect(await entriesAbout(id)).toEqual([])
})

test('a video that failed with a job is processed again when the job is retried', async () => {
  const creator = await createPerson(site.url, 'creator')
  const { uid } = await createUpload(creator, 4)
  await writeFile(join(site.dataDir, 'files/originals', uid), 'rain')
  await query(`update videos set state = 'error', reason_code = 'processing_failed' where uid = $1`, [uid])
  const id = await store('video.encode', { uid }, 'failed')
  expect((await list()).jobs).toMatchObject([{ id, kind: 'video.encode', subject: { kind: 'video', id: uid } }])
  expect((await retry(id)).status).toBe(204)
  const [job] = await query<{ state: string }>('select state from pgboss.job where id = $1', [id])
  expect(job!.state).toBe('cancelled')
  const probes = await query(`select 1 from pgboss.job where name = 'video.measure' and data ->> 'uid' = $1`, [uid])
  expect(probes).toHaveLength(1)
  expect(await retry(id)).toMatchObject({ status: 409, code: 'moderation.job_not_failed' })
})

test('the list pages by a cursor, and takes no other', async () => {
  for (const uid of ['one', 'two', 'three']) await store('server.export', { uid }, 'failed')
  const first = await list('?state=failed&limit=2')
  const second = await list(`?limit=2&cursor=${first.nextCursor}`)
  expect([first.jobs.length, second.jobs.length, second.nextCursor]).toEqual([2, 1, null])
  const subjects = [...first.jobs, ...second.jobs].map(({ subject }) => subject!.id)
  expect(subjects.sort()).toEqual(['one', 'three', 'two'])
  for (const cursor of ['no', 'am9ifjF-eA', first.nextCursor!.slice(2)])
    expect(await list(`?cursor=${cursor}`)).toMatchObject({ status: 422, code: 'moderation.cursor_invalid' })
  expect(await list('?state=done')).toMatchObject({ status: 422, code: 'request.invalid', field: 'state' })
})

test('a job that another version has stored is listed without what it is about', async () => {
  await store('community.tell-comment', { episode: 'as another version names it' }, 'failed')
  expect((await list()).jobs).toMatchObject([{ kind: 'community.tell-comment', subject: null, reason: '' }])
})
