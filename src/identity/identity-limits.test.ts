import { describe, expect, it } from 'vitest'
import type { ProofOfWork } from '#platform/proof-of-work.server.ts'
import type { RateLimits } from '#platform/rate-limits.server.ts'
import { Refusal } from '#platform/refusal.ts'
import { createIdentityLimits } from './identity-limits.server.ts'

/** In-memory limits with the rule of the real ones: a refused call takes no slot. */
function memoryLimits(): RateLimits & { used: Map<string, number> } {
  const used = new Map<string, number>()
  return {
    used,
    async take(key, limit) {
      const before = used.get(key) ?? 0
      if (before >= limit.count) return { allowed: false, retryAfterSeconds: 7 }
      used.set(key, before + 1)
      return { allowed: true }
    },
    check: async (key, limit) =>
      (used.get(key) ?? 0) >= limit.count ? { allowed: false, retryAfterSeconds: 7 } : { allowed: true },
    async release(key) {
      used.set(key, Math.max(0, (used.get(key) ?? 0) - 1))
    },
    async cleanUp() {},
  }
}

const noProofs: ProofOfWork = { expectWhenBusy: async () => {} }
const here = { ip: '192.0.2.1' }
/** Lets all concurrent guesses start before any password is checked. */
const allStarted = () => new Promise((resolve) => setImmediate(resolve))
const wrong = async () => {
  await allStarted()
  throw new Refusal('identity.sign_in_failed')
}
const right = async () => {
  await allStarted()
  return 'in'
}

describe('withGuessLimits', () => {
  it('allows no more wrong guesses concurrently than sequentially', async () => {
    const limits = createIdentityLimits(memoryLimits(), 'secret', noProofs)
    let guesses = 0
    const count = () => {
      guesses += 1
      return wrong()
    }
    const results = await Promise.allSettled(
      Array.from({ length: 100 }, () => limits.withGuessLimits('a@example.org', here, count)),
    )
    expect(guesses).toBe(10)
    const codes = results.map((result) => result.status === 'rejected' && result.reason.code)
    expect(codes.filter((code) => code === 'identity.sign_in_failed')).toHaveLength(10)
    expect(codes.filter((code) => code === 'identity.too_many_sign_ins')).toHaveLength(90)
  })

  it('counts an IP address across accounts', async () => {
    const limits = createIdentityLimits(memoryLimits(), 'secret', noProofs)
    for (let n = 0; n < 20; n += 1) {
      await expect(limits.withGuessLimits(`${n}@example.org`, here, wrong)).rejects.toThrow('identity.sign_in_failed')
    }
    await expect(limits.withGuessLimits('new@example.org', here, right)).rejects.toMatchObject({
      code: 'identity.too_many_sign_ins',
      details: { retryAfterSeconds: 7 },
    })
    await expect(limits.withGuessLimits('new@example.org', { ip: '192.0.2.2' }, right)).resolves.toBe('in')
  })

  it('never refuses the right password, however many sign in concurrently', async () => {
    const rates = memoryLimits()
    const limits = createIdentityLimits(rates, 'secret', noProofs)
    await Promise.all(Array.from({ length: 100 }, (_, n) => limits.withGuessLimits(`${n}@example.org`, here, right)))
    expect([...rates.used.values()].every((used) => used === 0)).toBe(true)
  })

  it('releases the slots when the guess could not be checked', async () => {
    const rates = memoryLimits()
    const limits = createIdentityLimits(rates, 'secret', noProofs)
    const outage = async () => Promise.reject(new Error('outage'))
    await expect(limits.withGuessLimits('a@example.org', here, outage)).rejects.toThrow('outage')
    expect([...rates.used.values()]).toEqual([0, 0])
  })

  it('has neither IP addresses nor accounts in its keys', async () => {
    const rates = memoryLimits()
    const limits = createIdentityLimits(rates, 'secret', noProofs)
    await limits.withGuessLimits('a@example.org', here, right)
    await limits.countSignUp(here)
    expect([...rates.used.keys()].join()).not.toMatch(/example|192\.0/)
  })
})
