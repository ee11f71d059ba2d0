import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { forEachConcurrently } from '#platform/concurrent-each.ts'
import { newId } from '#platform/ids.server.ts'
import { openS3Bucket, type S3Bucket } from '#platform/s3-bucket.server.ts'
import { objectsBelow } from '#platform/s3-lists.server.ts'
import type { S3Settings } from '#platform/s3-settings.ts'
import { createS3Storage, type S3Storage } from '#platform/s3-storage.server.ts'
import { ObjectMissing } from '#platform/storage.server.ts'
import { storageFaultOf } from '#platform/storage-fault.ts'
import { type FaultRule, scriptOf } from './fault-script.ts'
import { type FaultyProxy, openFaultyProxy, type ProxyFault } from './faulty-proxy.ts'
import { contentOf, type StorageOperation, storageOperations } from './storage-operations.ts'

const CASES_AT_ONCE = 8
const PREFIX = 'cases'
/** Requests of one name that an operation may make when all of them fail: three tries for each of two parts. */
const TRIES_MAX = 6
/** A margin for the fractions of seconds that a store rounds away. */
const AT_ONCE = -60_000

const answers: ProxyFault[] = [
  { kind: 'answer', status: 500, code: 'InternalError' },
  { kind: 'answer', status: 503, code: 'SlowDown' },
]
const faults: ProxyFault[] = [...answers, { kind: 'cut' }, { kind: 'lost' }, { kind: 'truncated' }]

/** The outcome of an operation in a network with one fault. */
interface Outcome {
  operation: string
  /** Such as `lost at 2`. */
  fault: string
  /** `right`, `missing`, a fault of a storage such as `unreachable`, or the message of any other error. */
  ended: string
  /** Problems of the objects afterwards, and after the operation was run again without faults. */
  problems: string[]
  /** The most requests for the same thing. */
  tries: number
}

interface Store {
  settings: S3Settings
  stop(): Promise<void>
}

/**
 * How a storage behaves behind a proxy that fails.
 * @param start returns an empty store
 * @param isThorough also tries faults that last, and a file of two parts, which takes much longer
 */
export function describeFaultyNetwork(name: string, start: () => Promise<Store>, isThorough: boolean): void {
  const operations = storageOperations.filter(({ isLarge = false }) => isThorough || !isLarge)
  describe(`${name}, over a network with faults`, () => {
    let store: Store
    let bucket: S3Bucket
    /** The storage of all cases, without faults. Each case has a folder there. */
    let cases: S3Storage
    let root: string
    beforeAll(async () => {
      root = await mkdtemp(join(tmpdir(), 'hoshi-faulty-network-'))
      store = await start()
      const settings = { ...store.settings, prefix: PREFIX }
      bucket = openS3Bucket(settings)
      cases = createS3Storage(settings)
    })
    afterAll(async () => {
      bucket?.close()
      cases?.close()
      await store?.stop()
      await rm(root, { recursive: true, force: true })
    })

    async function newFolder(): Promise<string> {
      const dir = join(root, newId())
      await mkdir(dir)
      return dir
    }

    /** Runs work with the storage of a new case, behind a proxy. */
    async function withCase<Result>(
      { before }: StorageOperation,
      work: (id: string, storage: S3Storage, proxy: FaultyProxy) => Promise<Result>,
    ): Promise<Result> {
      const id = newId()
      for (const key of before) {
        const path = join(await newFolder(), 'local')
        await writeFile(path, contentOf(key))
        await cases.putFile(`${id}/${key}`, path)
      }
      const proxy = await openFaultyProxy(store.settings)
      const storage = createS3Storage({ ...proxy.settings, prefix: `${PREFIX}/${id}` })
      try {
        return await work(id, storage, proxy)
      } finally {
        storage.close()
        await proxy.close()
      }
    }

    /** Objects with other bytes than belong to them, and whether there are others than wanted. */
    async function problemsOf(id: string, wanted: readonly string[] | null): Promise<string[]> {
      const keys: string[] = []
      for await (const page of objectsBelow(bucket, id))
        for (const { fullKey } of page) keys.push(fullKey.slice(`${PREFIX}/${id}/`.length))
      const stored = keys.filter((key) => !key.startsWith('temporary/')).sort()
      const problems: string[] = []
      for (const key of stored)
        if (!(await buffer(await cases.read(`${id}/${key}`))).equals(contentOf(key)))
          problems.push(`${key} has other bytes`)
      if (wanted && stored.join() !== [...wanted].sort().join()) problems.push(`there are ${stored.join()}`)
      return problems
    }

    async function outcomeOf(operation: StorageOperation, rule: FaultRule): Promise<Outcome> {
      return await withCase(operation, async (id, storage, proxy) => {
        proxy.faultOf = scriptOf([rule])
        const ended = await operation.run(storage, await newFolder()).then(
          () => 'right',
          (error: Error) => (error instanceof ObjectMissing ? 'missing' : (storageFaultOf(error) ?? String(error))),
        )
        proxy.faultOf = () => null
        const counts = Object.values(Object.groupBy(proxy.requests, (each) => each)).map((same) => same?.length ?? 0)
        const problems = await problemsOf(id, ended === 'right' ? operation.after : null)
        if (ended !== 'right') {
          await operation.run(storage, await newFolder())
          problems.push(...(await problemsOf(id, operation.after)))
        }
        const { fault, nth = 0 } = rule
        const what = fault.kind === 'answer' ? fault.code : fault.kind
        return { operation: operation.name, fault: `${what} at ${nth}`, ended, problems, tries: Math.max(...counts) }
      })
    }

    /** Each rule in a case of its own. */
    async function outcomesOf(operation: StorageOperation, rules: FaultRule[]): Promise<Outcome[]> {
      const outcomes: Outcome[] = []
      await forEachConcurrently(rules, CASES_AT_ONCE, async (rule) => {
        outcomes.push(await outcomeOf(operation, rule))
      })
      return outcomes
    }

    /** The requests of an operation when nothing fails. */
    async function requestsOf(operation: StorageOperation): Promise<string[]> {
      return await withCase(operation, async (_, storage, proxy) => {
        await operation.run(storage, await newFolder())
        return proxy.requests
      })
    }

    /** A rule for each fault at the first request of each kind. */
    async function rulesFor(operation: StorageOperation, isLasting: boolean): Promise<FaultRule[]> {
      const kinds = (await requestsOf(operation)).map((request) => request.replace(/ [^?]*/, ''))
      const firsts = kinds.flatMap((kind, index) => (kinds.indexOf(kind) === index ? [index + 1] : []))
      return firsts.flatMap((nth) => faults.map((fault) => ({ nth, isLasting, fault })))
    }

    /** Uploads in parts that are there after the cleanup of all cases. */
    async function leftUploads(): Promise<unknown[]> {
      await cases.cleanUp(AT_ONCE)
      const { Uploads } = await bucket.call((s3) => s3.listMultipartUploads({ Bucket: bucket.Bucket }))
      return Uploads ?? []
    }

    type Rules = Awaited<ReturnType<typeof rulesFor>>
    /** Tries operations, each with its rules. @returns all outcomes, and the uploads in parts that are left */
    async function outcomesOfAll(
      tried: readonly StorageOperation[],
      rulesOf: (operation: StorageOperation) => Promise<Rules>,
    ) {
      const outcomes: Outcome[] = []
      const left: unknown[] = []
      for (const operation of tried) {
        outcomes.push(...(await outcomesOf(operation, await rulesOf(operation))))
        left.push(...(await leftUploads()))
      }
      return { outcomes, left }
    }

    test('every operation ends as it should in spite of any one fault', async () => {
      const repeated = operations.filter(({ isTriedOnce = false }) => !isTriedOnce)
      const { outcomes, left } = await outcomesOfAll(repeated, (operation) => rulesFor(operation, false))
      expect(outcomes.length).toBeGreaterThanOrEqual(repeated.length * faults.length)
      expect(outcomes.filter(({ ended, problems }) => ended !== 'right' || problems.length > 0)).toEqual([])
      expect(left).toEqual([])
    })

    test.runIf(isThorough)('every operation says that the store is away, while it is', async () => {
      const { outcomes, left } = await outcomesOfAll(operations, (operation) => rulesFor(operation, true))
      expect(outcomes.length).toBeGreaterThanOrEqual(operations.length * faults.length)
      const isTruncated = ({ fault }: Outcome) => fault.startsWith('truncated')
      const isEnded = (each: Outcome) => each.ended === 'unreachable' || (each.ended === 'right' && isTruncated(each))
      const isBounded = (each: Outcome) => each.tries <= TRIES_MAX || isTruncated(each)
      const isRight = (each: Outcome) => each.problems.length === 0 && isEnded(each) && isBounded(each)
      expect(outcomes.filter((each) => !isRight(each))).toEqual([])
      expect(left).toEqual([])
    })

    test('every write notices that the store has confirmed what it does not have', async () => {
      const writes = operations.filter(({ before, after }) => after.some((key) => !before.includes(key)))
      const { outcomes, left } = await outcomesOfAll(writes, async (operation) => {
        const puts = (await requestsOf(operation)).filter((request) => request.startsWith('PUT'))
        return puts.map((_, index) => ({ method: 'PUT', nth: index + 1, fault: { kind: 'lie' } as const }))
      })
      expect(outcomes.length).toBeGreaterThanOrEqual(writes.length)
      const isNoticed = ({ ended }: Outcome) => ended === 'unreachable' || ended === 'missing'
      expect(outcomes.filter((each) => !isNoticed(each) || each.problems.length > 0)).toEqual([])
      expect(left).toEqual([])
    })
  })
}
