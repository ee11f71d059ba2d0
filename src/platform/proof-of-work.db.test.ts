import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#tests/support/data/test-database.server.ts'
import { type Database, openDatabase } from './database.server.ts'
import type { ProofChallenge } from './proof-challenge.ts'
import { createProofOfWork, type ProofOfWork } from './proof-of-work.server.ts'
import { createRateLimits } from './rate-limits.server.ts'
import { Refusal } from './refusal.ts'

let home: TestDatabase
let database: Database
let now: Date
let networks = 0
let network: string
/** Two nodes. */
let one: ProofOfWork
let two: ProofOfWork

beforeAll(async () => {
  home = await createTestDatabase()
  database = openDatabase(home.connectionString, () => {})
})
afterAll(async () => {
  await database?.close()
  await home?.drop()
})

beforeEach(() => {
  now = new Date('2026-03-01T12:00:00Z')
  networks += 1
  network = `192.0.2.${networks}`
  one = createNode()
  two = createNode()
})

// Few bits, as what they cost is of no interest here.
const createNode = (secret = 'a secret of every node, long enough', bits = 8) =>
  createProofOfWork({ rateLimits: createRateLimits(database.db), clock: { now: () => now }, secret, bits })

/** The challenge of a call that is refused; null when it passes. */
async function call(
  node: ProofOfWork,
  proof: string | null = null,
  purpose = 'sign-up',
): Promise<ProofChallenge | null> {
  const thrown: unknown = await node.expectWhenBusy(purpose, network, proof).then(
    () => null,
    (error: unknown) => error,
  )
  if (thrown === null) return null
  if (!(thrown instanceof Refusal) || thrown.code !== 'request.proof_required') throw thrown
  return thrown.details.proof!
}

async function makeBusy(purpose = 'sign-up'): Promise<ProofChallenge> {
  for (let calls = 0; calls < 5; calls += 1) expect(await call(one, null, purpose)).toBeNull()
  return (await call(one, null, purpose))!
}

function solve({ challenge, bits }: ProofChallenge): string {
  for (let nonce = 0; ; nonce += 1) {
    const proof = `${challenge}.${nonce}`
    if (createHash('sha256').update(proof).digest().readUInt32BE() < 2 ** (32 - bits)) return proof
  }
}

test('five calls of a network pass in ten minutes, and others are not its business', async () => {
  expect(await makeBusy()).toEqual({ challenge: expect.stringMatching(/^[\w-]{63}$/), bits: 8 })
  expect(await call(two)).not.toBeNull()
  expect(await call(two, null, 'report')).toBeNull()
  network = '2001:db8::/64'
  expect(await call(two)).toBeNull()
})

test('a proof counts once, on any node', async () => {
  const proof = solve(await makeBusy())
  expect(await call(two, proof)).toBeNull()
  for (const node of [one, two]) expect(await call(node, proof)).toMatchObject({ bits: 8 })
})

test('a proof counts for two minutes, for its purpose, and where its challenge was signed', async () => {
  await makeBusy('report')
  const proof = solve(await makeBusy())
  expect(await call(two, proof, 'report')).not.toBeNull()
  const elsewhere = createNode('another secret, which is long enough')
  for (let calls = 0; calls < 5; calls += 1) await call(elsewhere)
  expect(await call(elsewhere, proof)).not.toBeNull()
  now = new Date(now.getTime() + 120_001)
  expect(await call(two, proof)).not.toBeNull()
  now = new Date(now.getTime() - 1)
  expect(await call(two, proof)).toBeNull()
})

test('anything else is no proof, and gets a new challenge', async () => {
  const { challenge, bits } = await makeBusy()
  const unsolved = Array.from({ length: 100 }, (_, nonce) => `${challenge}.${nonce}`).find(
    (text) => createHash('sha256').update(text).digest().readUInt32BE() >= 2 ** (32 - bits),
  )!
  const forged = `${'A'.repeat(63)}.1`
  for (const proof of ['', '.', challenge, `${challenge}.`, unsolved, forged, `${unsolved} `, 'x'.repeat(10_000)]) {
    expect(await call(one, proof), proof).toMatchObject({ challenge: expect.not.stringContaining(challenge) })
  }
})
