import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openLocks } from '#platform/locks.server.ts'
import { createLog } from '#platform/log.server.ts'
import { type Instance, query } from '#tests/crash/instance-state.ts'
import { createPerson } from '#tests/support/http/person.ts'
import { eventually } from '#tests/support/run/eventually.ts'
import { createTestHoshi, type TestHoshi } from '#tests/support/worlds/test-hoshi.ts'

let site: TestHoshi
beforeAll(async () => {
  site = await createTestHoshi()
})
afterAll(() => site.close())

it('a complete upload is not overwritten by a form that waited for its lock', async () => {
  const creator = await createPerson(site.url, 'creator')
  const home: Instance = { dataDir: site.dataDir, connectionString: () => site.connectionString }
  const created = await creator.call('POST', '/api/v1/videos', { name: 'clip.mp4', sizeBytes: 4 })
  const { uid, uploadURL } = (await created.json()) as { uid: string; uploadURL: string }
  const path = join(site.dataDir, 'files/originals', uid)
  const locks = openLocks(site.connectionString, createLog('silent'))
  try {
    const lock = await locks.tryAcquire(`upload ${uid}`)
    const form = new FormData()
    form.set('file', new Blob(['late']), 'clip.mp4')
    const late = creator.call('POST', uploadURL, form)
    await eventually('the form waits for the lock', async () => {
      const waiting =
        "select 1 from pg_stat_activity where datname = current_database() and query like '%pg_try_advisory_lock%' and application_name = 'hoshi locks'"
      return (await query(home, waiting)).length > 1
    })
    await writeFile(path, 'kept')
    await query(home, "update videos set state = 'queued', received_at = now() where uid = $1", [uid])
    await lock?.release()
    const response = await late
    expect(await response.json()).toMatchObject({ code: 'video.upload_finished' })
    expect(await readFile(path, 'utf8')).toBe('kept')
  } finally {
    await locks.close()
  }
})
