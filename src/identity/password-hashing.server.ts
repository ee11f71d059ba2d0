import { hashPassword, verifyPassword } from 'better-auth/crypto'
import pLimit from 'p-limit'

/** One scrypt takes 16 MB and some 80 ms of a thread that files need too; the rest wait their turn. */
const HASHES_AT_ONCE = 2

export interface PasswordHashing {
  hash(password: string): Promise<string>
  verify(guess: { hash: string; password: string }): Promise<boolean>
}

/** better-auth's own scrypt, with no more than two running in this process. */
export function createPasswordHashing(): PasswordHashing {
  const turn = pLimit(HASHES_AT_ONCE)
  return {
    hash: (password) => turn(() => hashPassword(password)),
    verify: (guess) => turn(() => verifyPassword(guess)),
  }
}
