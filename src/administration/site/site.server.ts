import { createHash } from 'node:crypto'
import { type FindWord, type WordGate, type WordPlace, wordPlaces } from '#creators/listed-words.ts'
import type { CommentGate } from '#engagement/comments/comment-policy.ts'
import type { SignUpGate } from '#identity/sign-up-gate.ts'
import { createCachedValue } from '#platform/cached-value.server.ts'
import type { Clock } from '#platform/clock.ts'
import type { Db, Trx } from '#platform/database.server.ts'
import { type Events, eventChannel } from '#platform/events.server.ts'
import { inTime } from '#platform/shared-reads.ts'
import { isInvitation, takeUse } from './invitation-rows.server.ts'
import { readSettings, type StoredSettings, shareSettings } from './site-setting-rows.server.ts'
import type { ModerationMode, SiteSettings } from './site-settings.ts'
import type { SiteWord } from './site-word.ts'
import { createWordFinder } from './word-matching.server.ts'
import { listWords } from './word-rows.server.ts'

/** Something about the site was decided; nodes read it again. */
export const siteChannel = eventChannel<Record<never, never>>('site_changed')

/**
 * Decisions about the site, as each process knows them: made before the rooms below, which ask for them. A change is known
 * on every node within a second.
 */
export interface Site {
  settings(): Promise<SiteSettings>
  /** Higher after each change that this process has learned of. */
  version(): number
  /** The text on top of every page; the last one that was read, where the database does not answer. */
  announcement(): Promise<string>
  /** Whether new episodes are held back, which stays so until the caller's transaction ends. */
  moderationMode(trx: Trx): Promise<ModerationMode>
  signUpGate: SignUpGate
  commentGate: CommentGate
  words: WordGate
  /** Completes the stored settings with the defaults. */
  withDefaults(stored: StoredSettings): SiteSettings
  /** Drops the cached settings after a change by this process. */
  evict(): void
}

export interface SiteParts {
  db: Db
  clock: Clock
  events: Pick<Events, 'subscribe' | 'isListening'>
  /** Applies until an admin has chosen. */
  defaultModeration: ModerationMode
  /** Puts a thing with a listed word into the queue of `moderation`, which is above this room. */
  queueWord: WordGate['queue']
}

export function createSite({ db, clock, events, defaultModeration, queueWord }: SiteParts): Site {
  const withDefaults = (stored: StoredSettings): SiteSettings => ({
    ...stored,
    moderation: stored.moderation ?? defaultModeration,
  })
  const cached = createCachedValue({ events, channel: siteChannel }, async () => withDefaults(await readSettings(db)))
  const finders = createFinders()
  const cachedFinders = createCachedValue({ events, channel: siteChannel }, async () => finders(await listWords(db)))
  let lastAnnouncement = ''

  return {
    settings: cached.get,
    version: cached.version,
    async announcement() {
      const settings = await inTime(cached.get())
      if (settings) lastAnnouncement = settings.announcement
      return lastAnnouncement
    },
    moderationMode: async (trx) => withDefaults(await shareSettings(trx)).moderation,
    signUpGate: {
      mode: async () => (await cached.get()).signUp,
      isValid: (code) => isInvitation(db, hashInvitation(code), clock.now()),
      take: (trx, code) => takeUse(trx, hashInvitation(code), clock.now()),
    },
    commentGate: {
      commentPolicy: async () => (await cached.get()).commentPolicy,
    },
    words: {
      finderFor: async (place) => (await cachedFinders.get())[place],
      queue: queueWord,
    },
    withDefaults,
    evict() {
      cached.evict()
      cachedFinders.evict()
    },
  }
}

/** Makes the finder of each place, again only for another list. A word on the list never changes. */
function createFinders(): (words: readonly SiteWord[]) => Record<WordPlace, FindWord> {
  let last: { ids: string; finders: Record<WordPlace, FindWord> } | null = null
  return (words) => {
    const ids = words.map(({ id }) => id).join()
    if (last?.ids !== ids) {
      const finderOf = (place: WordPlace) => createWordFinder(words.filter(({ places }) => places.includes(place)))
      const finders = Object.fromEntries(wordPlaces.map((place) => [place, finderOf(place)]))
      last = { ids, finders: finders as Record<WordPlace, FindWord> }
    }
    return last.finders
  }
}

/** The form in which a code is stored. */
export function hashInvitation(code: string): string {
  return createHash('sha256').update(`invitation:${code}`).digest('base64url')
}
