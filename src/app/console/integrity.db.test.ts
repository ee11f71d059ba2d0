import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { createDiskStorage } from '#platform/disk-storage.server.ts'
import { queryDatabase } from '#tests/support/data/query-database.server.ts'
import { makeReadyVideo } from '#tests/support/data/ready-video.server.ts'
import { createStaff } from '#tests/support/data/staff.ts'
import { createPerson, type Person } from '#tests/support/http/person.ts'
import { setUpPlainSite } from '#tests/support/worlds/plain-site.ts'
import { createTestHoshi } from '#tests/support/worlds/test-hoshi.ts'

const site = setUpPlainSite({ worksJobs: true })
let admin: Person

beforeAll(async () => {
  admin = await createStaff(site.hoshi, 'admin')
})

const page = async () => await (await admin.call('GET', '/admin/integrity')).text()
const checks = async () =>
  await queryDatabase<{ problem: string | null }>(
    site.hoshi.connectionString,
    'select problem from integrity_checks where ended_at is not null',
  )

test('an admin starts a check without scripts, and reads what is missing, different and orphaned', async () => {
  expect(await page()).toContain('Nothing was checked yet')
  const creator = await createPerson(site.hoshi.url, 'creator')
  const disk = createDiskStorage(join(site.hoshi.dataDir, 'files'))
  const [lost, changed] = [await makeReadyVideo(site.hoshi, creator), await makeReadyVideo(site.hoshi, creator)]
  await rm(disk.pathOf(lost.media.poster.slice(1)))
  await disk.putText(changed.media.segment.slice(1), 'short')
  const stray = 'avatars/nobody/picture.webp'
  await disk.putText(stray, 'of nobody')

  const started = await admin.call('POST', '/admin/integrity', new FormData())
  expect([started.status, started.headers.get('location')]).toEqual([302, '/admin/integrity?started'])
  await expect.poll(checks).toEqual([{ problem: null }])
  const found = await page()
  for (const text of ['Missing: ', 'Different: ', 'Orphaned: 1', lost.media.poster.slice(1), stray])
    expect(found).toContain(text)
  const report = await site.hoshi.hoshi.audit({ repairs: false, isForced: false })
  expect(report.findings.filter(({ key }) => !found.includes(key))).toEqual([])
})

test('a check that is due already is not made due twice', async () => {
  const idle = await createTestHoshi()
  try {
    const { administration } = idle.hoshi.rooms
    await administration.integrity.check()
    await administration.integrity.check()
    expect(await administration.integrity.latest()).toEqual({ isUnderWay: true, last: null })
    const statement = `select 1 from pgboss.job where name = 'server.integrity'`
    expect(await queryDatabase(idle.connectionString, statement)).toHaveLength(1)
  } finally {
    await idle.close()
  }
})

test('says why a check did not get to its end', async () => {
  const failed = `insert into integrity_checks (id, started_at, ended_at, problem)
    values ('last', now() + interval '1 day', now(), 'The storage is not available.')`
  await queryDatabase(site.hoshi.connectionString, failed)
  expect(await page()).toContain('The check did not get to its end: The storage is not available.')
})
