import type { Creators } from '#creators/creators.server.ts'
import type { Account } from '#identity/account.ts'
import type { Identity } from '#identity/identity.server.ts'
import type { Clock } from '#platform/clock.ts'
import { pageSize } from '#platform/cursor.server.ts'
import type { Db, Trx } from '#platform/database.server.ts'
import type { Events } from '#platform/events.server.ts'
import { isPossibleId } from '#platform/ids.server.ts'
import { Refusal } from '#platform/refusal.ts'
import { transact } from '#platform/transact.server.ts'
import { type Audience, isOnProfile, isOpen } from '../audience.ts'
import { PAGE_MAX } from '../episode.ts'
import { type EpisodeCursor, readEpisodeCursor, writeEpisodeCursor } from '../episode-cursor.server.ts'
import { emitEpisodeEvent } from '../episode-events.server.ts'
import type { EpisodePage, PageQuery } from '../episode-loading.server.ts'
import { mayEdit } from '../episode-permissions.ts'
import type { EpisodeQueries } from '../episode-queries.server.ts'
import { lockEpisode } from '../episode-rows.server.ts'
import { audienceRows } from '../episodes-by-id.server.ts'
import {
  CREDIT_SUGGESTIONS_MAX,
  CREDITS_PAGE,
  type CreditedPerson,
  type EditableCredit,
  type NamingCredit,
} from './credit.ts'
import {
  answerableCredits,
  countAnswerable,
  creditedOn,
  creditsNaming,
  declinedAmong,
  declinedBy,
  episodesCrediting,
  findCredit,
  removeDeclined,
  type StoredNaming,
  storeAcceptance,
  storeDeclined,
  storedCredits,
} from './credit-rows.server.ts'

export interface NamingCreditPage {
  credits: NamingCredit[]
  /** Exact number of credits in the entire list. */
  total: number
  /** Opaque; null on the last page. */
  nextCursor: string | null
}

/** The stored data about a person in credits, for the export. */
export interface StoredAboutCredits {
  credits: StoredNaming[]
  declined: { episodeId: string; declinedAt: Date }[]
}

/**
 * Credits of episodes, and the agreement of the creators whom they name. The credits themselves are written by `publish`
 * and `edit`.
 * @see docs/product.md#credits
 */
export interface Credits {
  /** An own episode's title and credits, with every link. @throws Refusal catalog.episode_not_found, catalog.owner_only */
  toEdit(account: Account, episodeId: string): Promise<{ title: string; credits: EditableCredit[] }>
  /** People credited on the account's own episodes, the latest first, each name and link once; at most 100. */
  before(account: Pick<Account, 'uid'>): Promise<CreditedPerson[]>
  /**
   * Credits that name this person, the newest first: open requests of public episodes, and credits that the person agreed
   * to on public and unlisted ones.
   * @throws Refusal catalog.cursor_invalid
   */
  naming(account: Pick<Account, 'uid'>, page: PageQuery): Promise<NamingCreditPage>
  /** Number of open requests among them. */
  countRequests(account: Pick<Account, 'uid'>): Promise<number>
  /** Agrees to the link. Idempotent. @throws Refusal catalog.credit_not_found when it is not in the person's list */
  accept(account: Account, id: string): Promise<void>
  /**
   * Declines the link, or takes an agreement back: the name stays as text, as do those of other open requests in the
   * episode, and the person is not asked again for it. Idempotent.
   * @throws Refusal catalog.credit_not_found when it is not in the person's list
   */
  decline(account: Account, id: string): Promise<void>
  /**
   * Episodes of others that link to this person, newest first: those on the profiles of their creators, for every viewer
   * the same.
   * @throws Refusal catalog.cursor_invalid
   */
  workedOnBy(uid: string, page: PageQuery): Promise<EpisodePage>
  /** Everything that credits store about a person, who may not see all of these episodes. */
  storedOf(uid: string): Promise<StoredAboutCredits>
}

export interface CreditsParts {
  db: Db
  clock: Clock
  events: Events
  creators: Pick<Creators, 'findMany'>
  identity: Pick<Identity, 'lockAgainstRemoval'>
  find: EpisodeQueries['find']
  findMany: EpisodeQueries['findMany']
}

const creditsPage = { size: CREDITS_PAGE, maxSize: PAGE_MAX }

export function createCredits(parts: CreditsParts): Credits {
  const { db, clock, events, creators, identity, find, findMany } = parts

  /**
   * Locks the account of a person who answers, then the episode of the credit, whose credits change under that lock alone.
   * @throws Refusal catalog.credit_not_found when the credit is not in the person's list
   */
  async function lockAnswerable(trx: Trx, account: Account, id: string) {
    const found = isPossibleId(id) ? await findCredit(trx, id) : undefined
    if (!found) throw notFound()
    await identity.lockAgainstRemoval(trx, account.uid)
    const episode = await lockEpisode(trx, found.episodeId)
    const credit = await findCredit(trx, id)
    if (!episode || !credit || credit.uid !== account.uid || episode.creator_id === account.uid) throw notFound()
    if (!mayAnswer(episode.audience, credit.acceptedAt)) throw notFound()
    return { episode, credit }
  }

  return {
    async toEdit(account, episodeId) {
      const episode = await find(episodeId, account)
      if (!mayEdit(episode, account)) throw new Refusal('catalog.owner_only')
      const stored = await storedCredits(db, episodeId)
      const profiles = await creators.findMany(stored.flatMap(({ uid }) => uid ?? []))
      const credits = stored.map(({ name, role, uid, acceptedAt }) => {
        const profile = uid === null ? undefined : profiles.get(uid)
        const link = profile && { uid: profile.uid, username: profile.username, isAccepted: acceptedAt !== null }
        return { name, role, link: link ?? null }
      })
      return { title: episode.title, credits }
    },

    async before({ uid: creatorId }) {
      const people = await creditedOn(db, creatorId, CREDIT_SUGGESTIONS_MAX)
      const profiles = await creators.findMany(people.flatMap(({ uid }) => uid ?? []))
      return people.map(({ name, uid }) => {
        const profile = uid === null ? undefined : profiles.get(uid)
        return { name, link: profile ? { uid: profile.uid, username: profile.username } : null }
      })
    },

    async naming(account, { cursor, limit }) {
      const after = cursor === undefined ? null : readEpisodeCursor(cursor)
      const size = pageSize(limit, creditsPage)
      const [rows, { total }] = await Promise.all([
        answerableCredits(db, account.uid, { after, limit: size + 1 }),
        countAnswerable(db, account.uid),
      ])
      const chosen = rows.slice(0, size)
      const last = rows.length > size ? chosen.at(-1) : undefined
      const episodes = await findMany([...new Set(chosen.map(({ episodeId }) => episodeId))], account)
      const byId = new Map(episodes.map((episode) => [episode.id, episode]))
      return {
        total,
        nextCursor: last ? writeEpisodeCursor({ publishedAt: last.askedAt, id: last.id }) : null,
        credits: chosen.flatMap(({ id, name, role, askedAt, acceptedAt, episodeId }) => {
          const episode = byId.get(episodeId)
          if (!episode) return []
          const { title, poster, creator } = episode
          const { uid, username, avatarUrl } = creator
          const state = acceptedAt ? ('accepted' as const) : ('asked' as const)
          return {
            id,
            name,
            role,
            state,
            askedAt,
            episode: { id: episodeId, title, poster },
            creator: { uid, username, avatarUrl },
          }
        }),
      }
    },

    async countRequests({ uid }) {
      return (await countAnswerable(db, uid)).requests
    },

    async accept(account, id) {
      await transact(db, async (trx) => {
        const { episode, credit } = await lockAnswerable(trx, account, id)
        if (!credit.acceptedAt) await storeAcceptance(trx, id, clock.now())
        await emitEpisodeEvent(events, trx, episode)
      })
    },

    async decline(account, id) {
      const credit = isPossibleId(id) ? await findCredit(db, id) : undefined
      // A repeated request: the name is text already.
      if (credit?.uid === null && (await declinedAmong(db, credit.episodeId, [account.uid])).size > 0) return
      await transact(db, async (trx) => {
        const { episode } = await lockAnswerable(trx, account, id)
        await removeDeclined(trx, id, episode.id, account.uid)
        await storeDeclined(trx, episode.id, account.uid, clock.now())
        await emitEpisodeEvent(events, trx, episode)
      })
    },

    async workedOnBy(uid, page) {
      const ids = isPossibleId(uid) ? await episodesCrediting(db, uid) : []
      const rows = await audienceRows(db, ids)
      const works = rows.filter((row) => row.creator_id !== uid && isOnProfile(row.audience))
      const { chosen, nextCursor } = pageOf(works, (row) => ({ publishedAt: row.published_at, id: row.id }), page)
      const found = await findMany(
        chosen.map((row) => row.id),
        null,
      )
      return { episodes: found.filter(({ audience }) => isOnProfile(audience)), total: works.length, nextCursor }
    },

    async storedOf(uid) {
      const [credits, declined] = await Promise.all([creditsNaming(db, uid), declinedBy(db, uid)])
      return { credits, declined }
    },
  }
}

/** Requests are seen for public episodes only; an agreed credit can be taken back for unlisted ones, too. */
function mayAnswer(audience: Audience, acceptedAt: Date | null): boolean {
  return acceptedAt ? isOpen(audience) : isOnProfile(audience)
}

/** Newest first. */
function compareCursors(a: EpisodeCursor, b: EpisodeCursor): number {
  const byTime = b.publishedAt.getTime() - a.publishedAt.getTime()
  return byTime || Number(a.id < b.id) - Number(a.id > b.id)
}

/** One page of a sorted list that is short enough to be read whole. */
function pageOf<Entry>(list: Entry[], keyOf: (entry: Entry) => EpisodeCursor, { cursor, limit }: PageQuery) {
  const after = cursor === undefined ? null : readEpisodeCursor(cursor)
  const following = after ? list.filter((entry) => compareCursors(after, keyOf(entry)) < 0) : list
  const chosen = following.slice(0, pageSize(limit, creditsPage))
  const last = chosen.at(-1)
  return { chosen, nextCursor: last && following.length > chosen.length ? writeEpisodeCursor(keyOf(last)) : null }
}

function notFound(): Refusal {
  return new Refusal('catalog.credit_not_found')
}
