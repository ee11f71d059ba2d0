import { mkdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPerson, type Person } from '#tests/support/person.ts'
import { queryDatabase } from '#tests/support/query-database.server.ts'
import { createTestHoshi, type TestHoshi } from '#tests/support/test-hoshi.ts'
import { createUpload, patch, someBytes } from '#tests/support/tus.ts'

let site: TestHoshi
let creator: Person
const originals = (uid = '') => join(site.dataDir, 'files/originals', uid)

beforeAll(async () => {
  site = await createTestHoshi({ environment: { ROLE: 'web' } })
  creator = await createPerson(site.url, 'creator')
})
afterAll(() => site?.close())

test('a disk that fills up during an upload is reported, and the upload continues once there is space', async () => {
  const bytes = someBytes(300_000)
  const upload = await createUpload(creator, bytes.length)
  await rm(originals(upload.uid))
  await symlink('/dev/full', originals(upload.uid))
  const patched = await patch(upload.uploadURL, 0, bytes)
  expect([patched.status, patched.json()]).toMatchObject([507, { code: 'video.storage_full' }])
  const form = new FormData()
  form.set('file', new File([new Uint8Array(bytes)], 'clip.mp4'))
  const response = await fetch(upload.uploadURL, { method: 'POST', body: form })
  expect([response.status, await response.json()]).toMatchObject([507, { code: 'video.storage_full' }])

  await rm(originals(upload.uid))
  await writeFile(originals(upload.uid), '')
  expect((await patch(upload.uploadURL, 0, bytes)).status).toBe(204)
  expect((await readFile(originals(upload.uid))).equals(bytes)).toBe(true)
})

test('an unwritable folder is an outage, and uses no quota', async () => {
  await mkdir(originals(), { recursive: true })
  await rename(originals(), join(site.dataDir, 'away'))
  // Not even root can create a file there.
  await symlink('/sys/kernel', originals())
  const pending = async () =>
    (await queryDatabase(site.connectionString, `select uid from videos where state = 'pendingupload'`)).length
  const before = await pending()
  const refused = await creator.call('POST', '/api/v1/videos', { name: 'clip.mp4', sizeBytes: 1000 })
  expect([refused.status, await refused.json()]).toMatchObject([503, { code: 'outage' }])
  expect(refused.headers.get('retry-after')).toBe('5')
  expect(await pending()).toBe(before)

  await rm(originals())
  await rename(join(site.dataDir, 'away'), originals())
  expect((await createUpload(creator, 1000)).uid).not.toBe('')
})
