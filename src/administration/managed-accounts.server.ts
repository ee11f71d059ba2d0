import type { Catalog } from '#catalog/catalog.server.ts'
import type { Creators } from '#creators/creators.server.ts'
import type { Account, Role } from '#identity/account.ts'
import type { Identity } from '#identity/identity.server.ts'
import { decodeCursor, encodeCursor, pageSize } from '#platform/cursor.server.ts'
import { isPossibleId } from '#platform/ids.server.ts'
import { Refusal } from '#platform/refusal.ts'
import type { VideoHost } from '#video/video-host.ts'
import type { ManagedAccount } from './managed-account.ts'

export interface AccountQuery {
  /** Part of a name or an email address. */
  search?: string
  role?: Role
  /** Only those that may not write now. */
  isSuspended?: boolean
  cursor?: string
  limit?: number
}

export interface ManagedAccountsParts {
  identity: Pick<Identity, 'searchAccounts' | 'find'>
  creators: Pick<Creators, 'findStored' | 'uidsContaining'>
  video: Pick<VideoHost, 'storageOf'>
  catalog: Pick<Catalog, 'profilesOf'>
}

const PAGE = { size: 20, maxSize: 60 }
const SEARCH_MAX_CHARACTERS = 200

/** @see Accounts.list */
export async function listAccounts(
  parts: ManagedAccountsParts,
  { search = '', role, isSuspended = false, cursor, limit }: AccountQuery,
): Promise<{ accounts: ManagedAccount[]; nextCursor: string | null }> {
  const size = pageSize(limit, PAGE)
  const term = search.trim().slice(0, SEARCH_MAX_CHARACTERS)
  const found = await parts.identity.searchAccounts({
    search: term,
    alsoUids: term === '' ? [] : await parts.creators.uidsContaining(term),
    role: role ?? null,
    isSuspended,
    after: cursor === undefined ? null : readCursor(cursor),
    limit: size + 1,
  })
  const page = found.slice(0, size)
  const last = page.at(-1)
  return {
    accounts: await toManaged(parts, page),
    nextCursor: found.length > size && last ? writeCursor(last) : null,
  }
}

/** @see Accounts.find */
export async function findManaged(parts: ManagedAccountsParts, uid: string): Promise<ManagedAccount> {
  const account = isPossibleId(uid) ? await parts.identity.find(uid) : null
  if (!account) throw new Refusal('moderation.account_not_found')
  const [managed] = await toManaged(parts, [account])
  return managed!
}

async function toManaged(
  { creators, video, catalog }: ManagedAccountsParts,
  accounts: Account[],
): Promise<ManagedAccount[]> {
  const uids = accounts.map(({ uid }) => uid)
  const [profiles, storage, facts] = await Promise.all([
    creators.findStored(uids),
    video.storageOf(uids),
    catalog.profilesOf(uids),
  ])
  return accounts.map((account) => {
    const profile = profiles.get(account.uid)
    return {
      ...account,
      username: profile?.username ?? '',
      avatarUrl: profile?.avatarUrl ?? '',
      founderBadge: profile?.founderBadge ?? false,
      quotaBytes: storage.get(account.uid)?.quotaBytes ?? 0,
      usedBytes: storage.get(account.uid)?.usedBytes ?? 0,
      episodeCount: facts.get(account.uid)?.episodeCount ?? 0,
    }
  })
}

function writeCursor({ createdAt, uid }: Pick<Account, 'createdAt' | 'uid'>): string {
  return encodeCursor(`${createdAt.getTime()}~${uid}`)
}

/** @throws Refusal moderation.cursor_invalid for anything that `writeCursor` would not have written */
function readCursor(text: string): { createdAt: Date; uid: string } {
  const [, milliseconds = '', uid = ''] = /^(\d{1,15})~([^~]+)$/.exec(decodeCursor(text)) ?? []
  const cursor = { createdAt: new Date(milliseconds === '' ? Number.NaN : Number(milliseconds)), uid }
  const isValid = isPossibleId(uid) && !Number.isNaN(cursor.createdAt.getTime())
  if (!isValid || writeCursor(cursor) !== text) throw new Refusal('moderation.cursor_invalid', { field: 'cursor' })
  return cursor
}
