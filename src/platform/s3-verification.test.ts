import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { openS3Double, type S3Double } from '#tests/support/storage/s3-double.ts'
import type { S3Settings } from './s3-settings.ts'
import { createS3Storage } from './s3-storage.server.ts'

let store: S3Double
beforeAll(async () => {
  store = await openS3Double()
})
afterAll(() => store.close())
afterEach(() => {
  store.fault = () => null
  store.aheadMs = 0
})

async function problemWith(change: Partial<S3Settings> = {}): Promise<string | null> {
  const storage = createS3Storage({ ...store.settings, ...change })
  try {
    return await storage.verify()
  } finally {
    storage.close()
  }
}

test('accepts a store that works, and leaves nothing in it', async () => {
  expect(await problemWith()).toBeNull()
  store.hasConditionalWrites = false
  expect(await problemWith()).toBeNull()
  expect([store.keys(), store.uploads()]).toEqual([[], []])
})

test('names the setting that is wrong', async () => {
  const endpoint = store.settings.endpoint!
  const key = store.settings.credentials!
  expect(await problemWith({ bucket: 'nowhere' })).toBe(`S3_BUCKET is nowhere, but ${endpoint} has no such bucket.`)
  expect(await problemWith({ region: 'there' })).toMatch(
    /^S3_REGION is there, but the bucket hoshi-test is in another region/,
  )
  expect(await problemWith({ credentials: { ...key, accessKeyId: 'nobody' } })).toBe(
    `S3_ACCESS_KEY_ID is not known at ${endpoint}.`,
  )
  expect(await problemWith({ credentials: { ...key, secretAccessKey: 'guessed' } })).toBe(
    `S3_SECRET_ACCESS_KEY does not belong to S3_ACCESS_KEY_ID hoshi-key, says ${endpoint}.`,
  )
  expect(await problemWith({ endpoint: 'http://127.0.0.1:1' })).toBe(
    'Nothing answers as an S3 storage at http://127.0.0.1:1 (ECONNREFUSED). Check S3_ENDPOINT, and that the storage runs.',
  )
})

test('says what a key may not do, and what a store cannot', async () => {
  store.fault = ({ method }) => (method === 'PUT' ? { kind: 'answer', status: 403, code: 'AccessDenied' } : null)
  expect(await problemWith()).toBe(
    'The bucket hoshi-test does not let S3_ACCESS_KEY_ID hoshi-key create an object. Correct its policy, S3_BUCKET or the key.',
  )
  store.fault = ({ method }) => (method === 'POST' ? { kind: 'answer', status: 501, code: 'NotImplemented' } : null)
  expect(await problemWith()).toBe(
    `The S3 storage at ${store.settings.endpoint} cannot upload in parts, which Hoshi needs (501 NotImplemented). Choose another S3_ENDPOINT.`,
  )
})

test.for([
  { aheadMs: 40 * 60_000, side: 'behind' },
  { aheadMs: -40 * 60_000, side: 'ahead of' },
])('refuses a clock that is $side that of the store', async ({ aheadMs, side }) => {
  store.aheadMs = aheadMs
  expect(await problemWith()).toBe(
    `The clock of this machine is 40 minutes ${side} that of the S3 storage. Set the clock, or choose another S3_ENDPOINT.`,
  )
})
