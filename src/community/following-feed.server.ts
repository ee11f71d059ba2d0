import { createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { isForeignKeyViolation } from '#engagement/count-rows.server.ts'
import type { Account } from '#identity/account.ts'
import type { Identity } from '#identity/identity.server.ts'
import type { Clock } from '#platform/clock.ts'
import type { Db, Trx } from '#platform/database.server.ts'
import { Refusal } from '#platform/refusal.ts'
import {
  deleteFeedKey,
  type FeedKeyRow,
  feedKeyMadeAt,
  findFeedPerson,
  insertFeedKey,
  replaceFeedKey,
} from './following-feed-rows.server.ts'

/**
 * The secret address of the feed of Following, for readers that have no session.
 * @see docs/product.md#feeds
 */
export interface FollowingFeed {
  /** The key in the address of a person's feed: 43 characters, 256 bits. The first call makes one. */
  feedKeyOf(account: Pick<Account, 'uid'>): Promise<string>
  /** Makes another key; the one before is unknown at once. */
  renewFeedKey(account: Pick<Account, 'uid'>): Promise<string>
  /** Whose key this is; null for an unknown one, and while the account is suspended. */
  accountOfFeed(key: string): Promise<Account | null>
  /** Deletes a person's key with the transaction, so that nobody who knew it can go on reading. */
  forgetFeedKey(trx: Trx, uid: string): Promise<void>
  /** When the key was made; null without one. For that person only. */
  feedKeyMadeAt(uid: string): Promise<Date | null>
}

export interface FollowingFeedParts {
  db: Db
  clock: Clock
  identity: Pick<Identity, 'find'>
  /** The server's secret, from which this room derives its own keys. */
  secret: string
}

const KEY = /^[\w-]{43}$/

export function createFollowingFeed({ db, clock, identity, secret }: FollowingFeedParts): FollowingFeed {
  const ownSecret = Buffer.from(hkdfSync('sha256', secret, '', 'hoshi.following-feed', 32))

  function keyOf(seed: Buffer): string {
    return createHmac('sha256', ownSecret).update(seed).digest('base64url')
  }

  function newKey(): FeedKeyRow & { key: string } {
    const seed = randomBytes(32)
    const key = keyOf(seed)
    return { seed, key, keyHash: hashOf(key) }
  }

  async function renewFeedKey({ uid }: Pick<Account, 'uid'>): Promise<string> {
    const made = newKey()
    await replaceFeedKey(db, uid, made, clock.now()).catch(asSignedOut)
    return made.key
  }

  return {
    renewFeedKey,
    async feedKeyOf(account) {
      const { seed, keyHash } = await insertFeedKey(db, account.uid, newKey(), clock.now()).catch(asSignedOut)
      const key = keyOf(seed)
      // The secret of the site is another one by now, so that the address cannot be told again.
      return hashOf(key).equals(keyHash) ? key : await renewFeedKey(account)
    },
    async accountOfFeed(key) {
      const uid = KEY.test(key) ? await findFeedPerson(db, hashOf(key)) : null
      const account = uid === null ? null : await identity.find(uid)
      return account?.suspension ? null : account
    },
    forgetFeedKey: deleteFeedKey,
    feedKeyMadeAt: (uid) => feedKeyMadeAt(db, uid),
  }
}

function hashOf(key: string): Buffer {
  return createHash('sha256').update(key).digest()
}

/** The account is gone. */
function asSignedOut(error: unknown): never {
  throw isForeignKeyViolation(error) ? new Refusal('identity.sign_in_required') : error
}
