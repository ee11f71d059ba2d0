import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDiskStorage } from '#platform/disk-storage.server.ts'
import { makeReadyVideo } from '#tests/support/data/ready-video.server.ts'
import { createPerson } from '#tests/support/http/person.ts'
import { openS3Double, type S3Double } from '#tests/support/storage/s3-double.ts'
import { createTestHoshi, type TestHoshi } from '#tests/support/worlds/test-hoshi.ts'

let site: TestHoshi
let store: S3Double

beforeAll(async () => {
  store = await openS3Double()
  site = await createTestHoshi()
  const { uid } = await makeReadyVideo(site, await createPerson(site.url, 'creator'))
  await createDiskStorage(join(site.dataDir, 'files')).remove(`unfinished/${uid}`)
})
afterAll(async () => {
  await site.close()
  await store.close()
})

const environmentOf = (settings: Record<string, string>) => ({
  PATH: process.env.PATH,
  HOME: process.env.HOME,
  NODE_ENV: 'production',
  DATA_DIR: site.dataDir,
  DATABASE_URL: site.connectionString,
  SECRET: 'a secret of thirty-two characters',
  ...settings,
})
const bucket = (): Record<string, string> => ({
  S3_ENDPOINT: store.settings.endpoint ?? '',
  S3_BUCKET: store.settings.bucket,
  S3_REGION: store.settings.region,
  S3_ACCESS_KEY_ID: store.settings.credentials?.accessKeyId ?? '',
  S3_SECRET_ACCESS_KEY: store.settings.credentials?.secretAccessKey ?? '',
})
const COMMAND = ['src/server/storage.ts', 'move', '--to']

/** As npm runs the command. */
function move(to: string, settings: Record<string, string>) {
  return new Promise<{ code: number; output: string }>((resolve) => {
    execFile(process.execPath, [...COMMAND, to], { env: environmentOf(settings) }, (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : Number(error.code), output: stdout + stderr })
    })
  })
}

test('the command that is killed in the middle goes on when it is started again, and prints a table', async () => {
  const child = spawn(process.execPath, [...COMMAND, 's3'], { env: environmentOf(bucket()) })
  let stored = 0
  store.fault = ({ method, key }) => {
    if (method !== 'PUT' || !key.startsWith('media/')) return null
    stored += 1
    if (stored < 4) return null
    child.kill('SIGKILL')
    return { kind: 'cut' }
  }
  const [, signal] = await once(child, 'exit')
  expect(signal).toBe('SIGKILL')
  store.fault = () => null
  const begun = store.keys().filter((key) => key.startsWith('media/')).length
  const { code, output } = await move('s3', bucket())
  expect([code, output]).toEqual([
    0,
    expect.stringMatching(/^folder +found +copied +bytes +skipped +failed +removed\n/),
  ])
  expect(output).toContain('Restart Hoshi with STORAGE=s3')
  const [, found, copied] = /^media +(\d+) +(\d+) /m.exec(output) ?? []
  expect(Number(found)).toBe(store.keys().filter((key) => key.startsWith('media/')).length)
  expect(Number(copied)).toBeGreaterThanOrEqual(Number(found) - begun)
})

test('ends with one sentence and exit code 1 when it cannot begin', async () => {
  const { S3_BUCKET: _, ...others } = bucket()
  expect(await move('s3', others)).toEqual({
    code: 1,
    output: 'hoshi: S3_BUCKET is required to move files to or from a bucket.\n',
  })
  expect(await move('tape', bucket())).toEqual({
    code: 1,
    output: 'hoshi: Say where the files should be: npm run storage -- move --to s3, or --to disk\n',
  })
})
