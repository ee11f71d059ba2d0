import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { queryDatabase } from '#tests/support/data/query-database.server.ts'
import { createPerson } from '#tests/support/http/person.ts'
import { makeClip } from '#tests/support/media/clips.server.ts'
import { eventually } from '#tests/support/run/eventually.ts'
import { createTestHoshi } from '#tests/support/worlds/test-hoshi.ts'
import { slowEncodeJob } from '#video/video-jobs.ts'
import { createToolGate, steps } from './tool-gate.ts'
import { upload, videoOf, waitForFinalState } from './tus.ts'

const dir = await mkdtemp(join(tmpdir(), 'hoshi-budget-'))
const gate = createToolGate(join(dir, 'gate'))
await gate.wrapThisProcess()

afterAll(() => rm(dir, { recursive: true, force: true }))

test('a video whose decoder is slow gives up the place of first renditions, and becomes ready in another', async () => {
  const site = await createTestHoshi()
  const [one, other] = [await createPerson(site.url, 'creator'), await createPerson(site.url, 'creator')]
  const slow = await makeClip(dir, { width: 480, height: 360, video: 'mpeg4', container: 'avi' })
  const next = await makeClip(dir, { width: 320, height: 240, video: 'mpeg4', container: 'avi' })
  gate.block('slow', steps.encoding(480, 360))
  const slowUid = await upload(one, slow)

  // The worker that hands it on is stopped: what it decided is stored.
  const impatient = await createTestHoshi({ worksJobs: true, beside: site, firstEncodeBudgetMs: 1 })
  await eventually('it is in the slow queue', async () => {
    const statement = 'select from pgboss.job where name = $1'
    return (await queryDatabase(site.connectionString, statement, [slowEncodeJob.name])).length > 0
  })
  await impatient.close()
  gate.block('slow', steps.encoding(480, 360))
  const worker = await createTestHoshi({ worksJobs: true, beside: site })
  await gate.blocked('slow')

  const nextUid = await upload(other, next)
  expect((await waitForFinalState(other, nextUid)).status).toMatchObject({ state: 'ready', percentComplete: 100 })
  expect((await videoOf(one, slowUid)).status.state).toBe('inprogress')
  gate.release('slow')
  expect((await waitForFinalState(one, slowUid)).status).toMatchObject({ state: 'ready', percentComplete: 100 })
  await worker.close()
  await site.close()
})
