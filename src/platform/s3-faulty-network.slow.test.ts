import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { scriptOf } from '#tests/support/storage/fault-script.ts'
import { describeFaultyNetwork } from '#tests/support/storage/faulty-network.ts'
import { type FaultyProxy, openFaultyProxy } from '#tests/support/storage/faulty-proxy.ts'
import { hasRadosgw, startRadosgw } from '#tests/support/storage/radosgw.server.ts'
import { openS3Double, type S3Double, startDouble } from '#tests/support/storage/s3-double.ts'
import { contentOf } from '#tests/support/storage/storage-operations.ts'
import { createS3Storage, type S3Storage } from './s3-storage.server.ts'

describeFaultyNetwork('a double', startDouble, true)

describe.runIf(hasRadosgw())('beside it', () => {
  describeFaultyNetwork('Ceph radosgw', startRadosgw, true)
})

describe('an answer that does not come', () => {
  let dir: string
  let double: S3Double
  let proxy: FaultyProxy
  let storage: S3Storage
  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'hoshi-held-answer-'))
    double = await openS3Double()
    proxy = await openFaultyProxy(double.settings)
    storage = createS3Storage(proxy.settings)
    await writeFile(join(dir, 'local'), contentOf('medium'))
    await storage.putFile('originals/medium', join(dir, 'local'))
  })
  afterEach(() => {
    proxy.faultOf = () => null
  })
  afterAll(async () => {
    storage?.close()
    await proxy?.close()
    await double?.close()
    await rm(dir, { recursive: true, force: true })
  })
  const readBack = async () => await buffer(await storage.read('originals/medium'))
  const reads = () => proxy.requests.filter((request) => request === 'GET originals/medium').length

  test('is requested again, and ignored when it arrives late', async () => {
    const before = reads()
    const { promise, resolve } = Promise.withResolvers<void>()
    proxy.faultOf = scriptOf([{ method: 'GET', fault: { kind: 'held', until: promise } }])
    expect((await readBack()).equals(contentOf('medium'))).toBe(true)
    resolve()
    expect(reads() - before).toBe(2)
  })

  test('to its end is continued over another connection', async () => {
    const before = reads()
    proxy.faultOf = scriptOf([{ method: 'GET', fault: { kind: 'stalled' } }])
    expect((await readBack()).equals(contentOf('medium'))).toBe(true)
    expect(reads() - before).toBe(2)
  })

  test('to a removal does not keep others from what is stored', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    proxy.faultOf = scriptOf([{ method: 'DELETE', fault: { kind: 'held', until: promise } }])
    const removed = storage.remove('originals/medium')
    await expect.poll(() => double.keys()).toEqual([])
    await storage.putFile('originals/medium', join(dir, 'local'))
    resolve()
    await removed
    expect((await readBack()).equals(contentOf('medium'))).toBe(true)
  })
})
