import { openAsBlob } from 'node:fs'
import { join } from 'node:path'
import type { Avatars } from '#creators/avatars.server.ts'
import type { Creators } from '#creators/creators.server.ts'
import type { Account } from '#identity/account.ts'
import type { Identity } from '#identity/identity.server.ts'
import type { Db } from '#platform/database.server.ts'
import type { Log } from '#platform/log.server.ts'
import { isRefusal } from '#platform/refusal.ts'
import type { DemoContent, DemoCreator } from './content-shape.ts'
import { findCreatorUid, recordCreator } from './demo-rows.server.ts'

export interface DemoAccountParts {
  db: Db
  identity: Pick<Identity, 'find' | 'hasAccounts' | 'signIn' | 'signOut'>
  creators: Pick<Creators, 'signUp'>
  avatars: Pick<Avatars, 'set'>
  content: DemoContent
  /** Contains `masters/` and `avatars/`. */
  folder: string
  passwordOf(email: string): string
  log: Log
}

/** The caller of demo sign-ups: this machine. */
const here = { ip: '127.0.0.1', isServer: true } as const

/** The account of a creator of the demo, who signs up at first; null when it is gone, or could not be made. */
export async function accountOf(parts: DemoAccountParts, key: string): Promise<Account | null> {
  const { db, identity, content } = parts
  const known = await findCreatorUid(db, key)
  if (known !== undefined) return known === null ? null : await identity.find(known)
  const creator = content.creators.find((each) => each.key === key)
  if (!creator) throw new Error(`The demo has no creator ${key}.`)
  const account = await signUp(parts, creator)
  if (account && creator.hasAvatar) await setAvatar(parts, account, creator)
  await recordCreator(db, key, account?.uid ?? null)
  return account
}

async function signUp(parts: DemoAccountParts, creator: DemoCreator): Promise<Account | null> {
  const { identity, creators, passwordOf, log } = parts
  const { email, username, bio, patreonUrl } = creator
  const password = passwordOf(email)
  try {
    return await creators.signUp(
      { email, password, role: 'creator', agreedToTerms: true, username, bio, patreonUrl },
      here,
    )
  } catch (error) {
    if (!isRefusal(error)) throw error
    // The account is ours when the password matches: an earlier process died before it recorded the sign-up.
    const mine = error.code === 'identity.email_taken' ? await signInAgain(identity, email, password) : null
    if (!mine) log.warn({ creator: creator.key, refused: error.code }, 'demo: a creator could not sign up')
    return mine
  }
}

async function signInAgain(
  identity: DemoAccountParts['identity'],
  email: string,
  password: string,
): Promise<Account | null> {
  try {
    const { account, setCookies } = await identity.signIn({ email, password }, here)
    await identity.signOut(new Headers({ cookie: setCookies.map((line) => line.split(';')[0]).join('; ') }))
    return account
  } catch (error) {
    if (isRefusal(error)) return null
    throw error
  }
}

/** Sets the profile picture; only logs a failure. */
async function setAvatar(
  { avatars, folder, log }: DemoAccountParts,
  account: Account,
  { key }: DemoCreator,
): Promise<void> {
  try {
    await avatars.set(account, await openAsBlob(join(folder, 'avatars', `${key}.png`)))
  } catch (error) {
    log.warn({ creator: key, err: error }, 'demo: a creator has no profile picture')
  }
}
