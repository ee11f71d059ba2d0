import { mkdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { askDatabase } from '#tests/support/ask-database.server.ts'
import { createPerson, type Person } from '#tests/support/person.ts'
import { createTestHoshi, type TestHoshi } from '#tests/support/test-hoshi.ts'
import { askForAddress, patch, someBytes } from '#tests/support/tus.ts'

let site: TestHoshi
let creator: Person
const originals = (uid = '') => join(site.dataDir, 'files/originals', uid)

beforeAll(async () => {
  site = await createTestHoshi({ environment: { ROLE: 'web' } })
  creator = await createPerson(site.url, 'creator')
})
afterAll(() => site?.close())

test('a disk that is full in the middle of an upload says so, and the upload goes on once there is room', async () => {
  const bytes = someBytes(300_000)
  const address = await askForAddress(creator, bytes.length)
  await rm(originals(address.uid))
  await symlink('/dev/full', originals(address.uid))
  const piece = await patch(address.uploadURL, 0, bytes)
  expect([piece.status, piece.json()]).toMatchObject([507, { code: 'video.storage_full' }])
  const form = new FormData()
  form.set('file', new File([new Uint8Array(bytes)], 'clip.mp4'))
  const whole = await fetch(address.uploadURL, { method: 'POST', body: form })
  expect([whole.status, await whole.json()]).toMatchObject([507, { code: 'video.storage_full' }])

  await rm(originals(address.uid))
  await writeFile(originals(address.uid), '')
  expect((await patch(address.uploadURL, 0, bytes)).status).toBe(204)
  expect((await readFile(originals(address.uid))).equals(bytes)).toBe(true)
})

test('a folder that takes nothing is an outage, and costs no quota', async () => {
  await mkdir(originals(), { recursive: true })
  await rename(originals(), join(site.dataDir, 'away'))
  // Nobody makes a file there, root neither.
  await symlink('/sys/kernel', originals())
  const pending = async () =>
    (await askDatabase(site.connectionString, `select uid from videos where state = 'pendingupload'`)).length
  const before = await pending()
  const refused = await creator.call('POST', '/api/v1/videos', { name: 'clip.mp4', sizeBytes: 1000 })
  expect([refused.status, await refused.json()]).toMatchObject([503, { code: 'outage' }])
  expect(refused.headers.get('retry-after')).toBe('5')
  expect(await pending()).toBe(before)

  await rm(originals())
  await rename(join(site.dataDir, 'away'), originals())
  expect((await askForAddress(creator, 1000)).uid).not.toBe('')
})
