import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Clock } from './clock.ts'
import type { ProofChallenge } from './proof-challenge.ts'
import type { RateLimits } from './rate-limits.server.ts'
import { Refusal } from './refusal.ts'

/** Makes programs that call often pay with computing time, without a third party. */
export interface ProofOfWork {
  /**
   * Lets the first calls of a network pass; while it is busy, each further one has to come with a proof.
   *
   * @param purpose of the call; networks are counted, and proofs valid, for one purpose each
   * @param network as `networkOf` names it
   * @param proof as the caller sent it; null without one
   * @throws Refusal request.proof_required, with a new challenge, unless the proof is right, fresh, and new on every node
   */
  expectWhenBusy(purpose: string, network: string, proof: string | null): Promise<void>
}

/** The call after so many in a window needs a proof. @see docs/product.md#limits */
const CALLS_WITHOUT_PROOF = 5
const BUSY_WINDOW_SECONDS = 600
/** A proof takes 2 to this power hashes on average. @see docs/decisions/0070-proof-of-work.md */
const BITS = 18
const LIFETIME_SECONDS = 120

/*
 * A challenge is 47 bytes: its bits (1), the time of issue in milliseconds (6), random ones (8), their HMAC (32). In
 * base64url these are 63 characters: with the dot one block of SHA-256, after which each nonce costs one more.
 */
const PAYLOAD_BYTES = 15
const proofPattern = /^(?<challenge>[\w-]{63})\.[\w-]{1,40}$/

export interface ProofOfWorkParts {
  rateLimits: RateLimits
  clock: Clock
  /** Signs challenges and keys the counts; the same on every node. */
  secret: string
  /** How many calls of a network pass first; five by default. */
  callsWithoutProof?: number | undefined
  /** Zero bits to find. */
  bits?: number
}

export function createProofOfWork(parts: ProofOfWorkParts): ProofOfWork {
  const { rateLimits, clock, secret, callsWithoutProof = CALLS_WITHOUT_PROOF, bits = BITS } = parts
  const callsOfNetwork = { count: callsWithoutProof, windowSeconds: BUSY_WINDOW_SECONDS }

  const hmac = (purpose: string, data: string | Buffer) =>
    createHmac('sha256', secret).update(`proof of work, ${purpose}\n`).update(data).digest()

  function createChallenge(purpose: string): ProofChallenge {
    const payload = Buffer.alloc(PAYLOAD_BYTES)
    payload.writeUInt8(bits, 0)
    payload.writeUIntBE(clock.now().getTime(), 1, 6)
    randomBytes(8).copy(payload, 7)
    return { challenge: Buffer.concat([payload, hmac(purpose, payload)]).toString('base64url'), bits }
  }

  /** The challenge that a proof solves; null when the proof is wrong, or too old. */
  function solvedBy(proof: string, purpose: string): string | null {
    const { challenge } = proofPattern.exec(proof)?.groups ?? {}
    if (challenge === undefined) return null
    const bytes = Buffer.from(challenge, 'base64url')
    const payload = bytes.subarray(0, PAYLOAD_BYTES)
    if (!timingSafeEqual(bytes.subarray(PAYLOAD_BYTES), hmac(purpose, payload))) return null
    const ageSeconds = (clock.now().getTime() - payload.readUIntBE(1, 6)) / 1000
    // The clock of the node that issued it may be ahead.
    if (Math.abs(ageSeconds) > LIFETIME_SECONDS) return null
    const hash = createHash('sha256').update(proof).digest()
    return leadingZeroBits(hash) >= payload.readUInt8(0) ? bytes.toString('base64url') : null
  }

  return {
    async expectWhenBusy(purpose, network, proof) {
      const key = `calls:${hmac(`calls for ${purpose}`, network).toString('base64url')}`
      if ((await rateLimits.take(key, callsOfNetwork)).allowed) return
      const challenge = proof === null ? null : solvedBy(proof, purpose)
      if (challenge !== null) {
        // Remembered until no clock finds it fresh.
        const once = { count: 1, windowSeconds: 2 * LIFETIME_SECONDS }
        if ((await rateLimits.take(`proof:${challenge}`, once)).allowed) return
      }
      throw new Refusal('request.proof_required', { proof: createChallenge(purpose) })
    },
  }
}

function leadingZeroBits(hash: Buffer): number {
  const byte = hash.findIndex((each) => each !== 0)
  return byte === -1 ? hash.length * 8 : byte * 8 + Math.clz32(hash[byte]!) - 24
}
