import { randomBytes, scryptSync, timingSafeEqual } from 'node:crypto'
import type { PasswordHashing } from '#identity/password-hashing.server.ts'

const LEAST_COST = { N: 2 }
const KEY_BYTES = 32

/**
 * The product's scrypt at the lowest cost. At full cost tests would spend most of their time signing people in, and two
 * browsers on two processors would wait for each other.
 */
export const fastPasswordHashing: PasswordHashing = {
  async hash(password) {
    const salt = randomBytes(16).toString('hex')
    return `${salt}:${scryptSync(password, salt, KEY_BYTES, LEAST_COST).toString('hex')}`
  },
  async verify({ hash, password }) {
    const [salt = '', key = ''] = hash.split(':')
    return timingSafeEqual(Buffer.from(key, 'hex'), scryptSync(password, salt, KEY_BYTES, LEAST_COST))
  },
}
