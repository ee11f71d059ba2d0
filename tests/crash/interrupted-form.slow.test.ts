import { mkdirSync, mkdtempSync, readdirSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { callCompatibleApi, compatibleApiSettings } from '#tests/support/http/compatible-api.ts'
import { createPerson } from '#tests/support/http/person.ts'
import { openRaw } from '#tests/support/http/raw-http.ts'
import { eventually } from '#tests/support/run/eventually.ts'
import { embeddedConnection } from '#tests/support/worlds/embedded-connection.server.ts'
import { destroyInstance, startHoshi } from '#tests/support/worlds/hoshi-process.server.ts'
import { freePort } from '#tests/support/worlds/ports.server.ts'
import { enqueueCleanup, type Instance, query } from './instance-state.ts'

const root = mkdtempSync(join(tmpdir(), 'hoshi-cut-form-'))
const instanceIn = (name: string): Instance => {
  const dataDir = join(root, name)
  mkdirSync(dataDir)
  return { dataDir, connectionString: () => embeddedConnection(dataDir) }
}
/** Sizes of the files of uploads. */
const sizesIn = ({ dataDir }: Instance) => {
  const originals = join(dataDir, 'files/originals')
  return readdirSync(originals).map((name) => statSync(join(originals, name)).size)
}
const PIECE = 200_000
const QUOTA = 1_000_000
const BOUNDARY = 'line-between-parts'
const FILE_PART = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="a.mp4"\r\nContent-Type: video/mp4\r\n\r\n`

afterAll(() => destroyInstance(root))

/** The session cookie, as a browser would send it. */
async function cookieOf(url: string, { email, password }: { email: string; password: string }): Promise<string> {
  const response = await fetch(new URL('/api/auth/sign-in/email', url), {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Origin: url },
    body: JSON.stringify({ email, password }),
  })
  return response.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
}

test('a form cut by kill -9 releases its bytes and its quota, and until then cleanup does not remove them', async () => {
  const instance = instanceIn('page')
  const port = await freePort()
  const start = () => startHoshi({ PORT: port, DATA_DIR: instance.dataDir, CREATOR_QUOTA_BYTES: String(QUOTA) })
  let hoshi = await start()
  const creator = await createPerson(hoshi.url, 'creator')
  const fields = { title: 'Cut', genre: 'Drama', asksNsfw: 'true', visibility: 'public' }
  const head = [
    ...Object.entries(fields).map(
      ([name, value]) => `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
    ),
    FILE_PART,
  ].join('')
  const { request, response } = openRaw(`${hoshi.url}/upload`, {
    method: 'POST',
    headers: {
      Origin: hoshi.url,
      Cookie: await cookieOf(hoshi.url, creator),
      'Content-Type': `multipart/form-data; boundary=${BOUNDARY}`,
      'Content-Length': String(QUOTA - 1000),
    },
  })
  request.write(head)
  request.write(Buffer.alloc(PIECE))
  const sizes = () => sizesIn(instance)
  await eventually('the piece is stored', () => sizes()[0] === PIECE)
  // Its row has expired, but the upload continues.
  await enqueueCleanup(instance)
  await eventually('cleanup is done', async () => {
    const open = await query(instance, `select from pgboss.job where name = 'video.sweep' and state < 'completed'`)
    return open.length === 0
  })
  request.write(Buffer.alloc(PIECE))
  await eventually('more is stored', () => sizes()[0] === 2 * PIECE)

  await hoshi.kill()
  await response.catch(() => null)
  hoshi = await start()
  await enqueueCleanup(instance)
  await eventually('its bytes are gone', () => sizes().length === 0)
  expect(await query(instance, 'select uid from videos')).toEqual([])
  const next = await creator.call('POST', '/api/v1/videos', { name: 'b.mp4', sizeBytes: QUOTA - 1000 })
  expect(next.status).toBe(201)
  await hoshi.kill()
})

test('a form of unknown size cut by kill -9 releases its bytes and its quota when it has not moved for ten minutes', async () => {
  const instance = instanceIn('direct')
  const port = await freePort()
  const start = () =>
    startHoshi({
      PORT: port,
      DATA_DIR: instance.dataDir,
      ...compatibleApiSettings,
      MAX_UPLOAD_BYTES: String(QUOTA - 1000),
      CREATOR_QUOTA_BYTES: String(QUOTA),
    })
  let hoshi = await start()
  const creator = await createPerson(hoshi.url, 'creator')
  const requested = await callCompatibleApi(hoshi.url, 'POST', '/direct_upload', {
    maxDurationSeconds: 60,
    creator: creator.account.uid,
  })
  const { result } = (await requested.json()) as { result: { uid: string; uploadURL: string } }
  const { request, response } = openRaw(result.uploadURL, {
    method: 'POST',
    headers: {
      'Content-Type': `multipart/form-data; boundary=${BOUNDARY}`,
      'Content-Length': String(QUOTA - 1000),
    },
  })
  request.write(FILE_PART)
  request.write(Buffer.alloc(PIECE))
  await eventually('the piece is stored', () => sizesIn(instance)[0] === PIECE)
  await hoshi.kill()
  await response.catch(() => null)
  hoshi = await start()
  const another = () => creator.call('POST', '/api/v1/videos', { name: 'b.mp4', sizeBytes: QUOTA - 1000 })
  expect((await another()).status).toBe(403)
  await query(instance, `update videos set moved_at = moved_at - interval '10 minutes'`)
  await enqueueCleanup(instance)
  await eventually('its bytes are gone', () => sizesIn(instance).length === 0)
  expect(await query(instance, 'select uid from videos')).toEqual([])
  expect((await another()).status).toBe(201)
  await hoshi.kill()
})
