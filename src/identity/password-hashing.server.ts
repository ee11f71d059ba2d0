import { hashPassword, verifyPassword } from 'better-auth/crypto'
import pLimit from 'p-limit'

/** One scrypt takes 16 MB and about 80 ms of a thread that file access needs too; the rest queue. */
const HASH_CONCURRENCY = 2

export interface PasswordHashing {
  hash(password: string): Promise<string>
  verify(guess: { hash: string; password: string }): Promise<boolean>
}

/** better-auth's own scrypt, with no more than two running in this process. */
export function createPasswordHashing(): PasswordHashing {
  const limit = pLimit(HASH_CONCURRENCY)
  return {
    hash: (password) => limit(() => hashPassword(password)),
    verify: (guess) => limit(() => verifyPassword(guess)),
  }
}
