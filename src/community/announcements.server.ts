import type { Audience } from '#catalog/audience.ts'
import { isForeignKeyViolation } from '#engagement/count-rows.server.ts'
import type { Identity } from '#identity/identity.server.ts'
import type { Clock } from '#platform/clock.ts'
import type { Db, Trx } from '#platform/database.server.ts'
import type { Events } from '#platform/events.server.ts'
import type { Attempt, JobKind } from '#platform/job-kind.ts'
import type { Jobs } from '#platform/jobs.server.ts'
import { isRefusal } from '#platform/refusal.ts'
import { truncateText } from '#platform/text.ts'
import { transact } from '#platform/transact.server.ts'
import type { ReviewOutcome } from '#subtitles/subtitle.ts'
import { findAnnouncedEpisode, raiseMilestone, saveAudience, startAnnouncing } from './announced-episode-rows.server.ts'
import { nextFollowers, recipientsAmong } from './follow-rows.server.ts'
import { type DecisionNews, isMilestone, REVIEW_WORDS_QUOTED, type ReviewNews } from './notification.ts'
import { emitNotificationEvents } from './notification-events.server.ts'
import {
  deleteCommentNotification,
  insertDecisionNotification,
  insertEpisodeNotifications,
  insertNotification,
  lockPositions,
  recipientsOfComment,
  recipientsOfEpisode,
} from './notification-rows.server.ts'
import { insertSubtitleNotification, recipientsOfSubtitle } from './subtitle-notification-rows.server.ts'

/** Turns the events of other rooms into notifications. Called inside the transactions that cause them. */
export interface Announcements {
  /** Notifies followers of an episode that everyone finds for the first time; hides or shows its notifications. */
  episodeAudienceChanged(trx: Trx, episode: { id: string; creatorId: string; audience: Audience }): Promise<void>
  /** Notifies the episode's creator, or the person whose comment this one replies to; of a held one the creator only. */
  commentAdded(trx: Trx, comment: AddedComment): Promise<void>
  /** Sends the numbers of unread notifications again to the recipients of notifications of a comment or its replies. */
  commentsChanged(trx: Trx, comment: { id: string }): Promise<void>
  /** Notifies the episode's creator of a milestone. */
  episodeLiked(trx: Trx, like: { episodeId: string; likes: number }): Promise<void>
  /** Notifies a person of a decision. The account is locked. */
  personTold(trx: Trx, told: DecisionNews & { uid: string }): Promise<void>
  /** Notifies the episode's creator of a text that somebody else saved. */
  draftSaved(trx: Trx, draft: { id: string; episodeId: string; byUid: string; at: Date }): Promise<void>
  /** Notifies the author of a text of its review. */
  subtitleReviewed(trx: Trx, reviewed: ReviewedSubtitle): Promise<void>
  /** Sends the numbers of unread notifications again to the recipients of notifications of a text. */
  subtitleRemoved(trx: Trx, subtitle: { id: string }): Promise<void>
}

interface AddedComment {
  id: string
  episodeId: string
  authorUid: string
  /** Author of the comment that it replies to; null for no reply, and while it is held. */
  repliesTo: string | null
  /** Whether it waits for the episode's creator. */
  held: boolean
}

interface ReviewedSubtitle {
  id: string
  episodeId: string
  /** Null once the account is deleted. */
  authorUid: string | null
  outcome: ReviewOutcome
  words: string
  at: Date
}

/** Notifies the followers whose uid comes after `after`. */
const followersJob: JobKind<{ episodeId: string; after: string }> = {
  name: 'community.tell-followers',
  about: ({ episodeId }) => ({ kind: 'episode', id: episodeId }),
  retryLimit: 20,
  retryDelaySeconds: 5,
  expireInSeconds: 120,
}

/** Its own transaction: its locks on accounts come first in the lock order, and those of its cause are held already. */
const commentJob: JobKind<AddedComment> = {
  name: 'community.tell-comment',
  about: ({ episodeId }) => ({ kind: 'episode', id: episodeId }),
  retryLimit: 10,
  retryDelaySeconds: 5,
  expireInSeconds: 60,
}

const milestoneJob: JobKind<{ episodeId: string; likes: number }> = {
  name: 'community.tell-milestone',
  about: ({ episodeId }) => ({ kind: 'episode', id: episodeId }),
  retryLimit: 10,
  retryDelaySeconds: 5,
  expireInSeconds: 60,
}

/** Tells the creator of a draft (`byUid`: who saved it), or the author of a review. `at` is an instant in ISO 8601. */
const subtitleJob: JobKind<{ id: string; episodeId: string; at: string } & ({ byUid: string } | SubtitleReview)> = {
  name: 'community.tell-subtitle',
  about: ({ episodeId }) => ({ kind: 'episode', id: episodeId }),
  retryLimit: 10,
  retryDelaySeconds: 5,
  expireInSeconds: 60,
}

interface SubtitleReview {
  authorUid: string
  review: ReviewNews
}

/** Followers notified in one transaction. */
const FOLLOWERS_AT_A_TIME = 1000
/** Up to so many people are named in an event; beyond, every open bell is asked to look. */
const RECIPIENTS_NAMED = 1000
/** Transactions in one job; the next job continues, after those that wait. */
const BATCHES_PER_JOB = 20

export interface AnnouncementsParts {
  db: Db
  clock: Clock
  jobs: Jobs
  events: Events
  identity: Pick<Identity, 'lockAgainstRemoval' | 'lockAllAgainstRemoval'>
  /** Replaced by tests. */
  followersAtATime?: number
}

export function createAnnouncements(parts: AnnouncementsParts): Announcements {
  const { db, clock, jobs, events, identity, followersAtATime = FOLLOWERS_AT_A_TIME } = parts

  /** Notifies one batch of followers. Returns its last follower; null when there are no more. */
  async function announceBatch(episodeId: string, after: string): Promise<string | null> {
    const announced = await findAnnouncedEpisode(db, episodeId)
    if (!announced?.announcedAt) return null
    const at = announced.announcedAt
    const work = async (trx: Trx) => {
      const followers = await nextFollowers(trx, announced.creatorUid, after, followersAtATime)
      const wanting = followers.filter(({ wantsEpisodes }) => wantsEpisodes).map(({ uid }) => uid)
      // The accounts come first in the lock order; the notifications refer to them.
      const present = await identity.lockAllAgainstRemoval(trx, wanting)
      await lockPositions(trx)
      // Some may have ceased to follow while this waited for the locks.
      const recipients = await recipientsAmong(trx, announced.creatorUid, present)
      const notified = await insertEpisodeNotifications(trx, episodeId, recipients, at)
      await emitNotificationEvents(events, trx, notified)
      return followers.length < followersAtATime ? null : followers.at(-1)!.uid
    }
    return await transact(db, work, { isolationLevel: 'read committed' })
  }

  /** Repeats a batch during which the episode was removed: the next one does not find it. */
  async function announceToFollowers(episodeId: string, after: string, { signal }: Attempt): Promise<void> {
    let last: string | null = after
    for (let batch = 0; last !== null && batch < BATCHES_PER_JOB && !signal.aborted; batch += 1) {
      const from: string = last
      last = await announceBatch(episodeId, from).catch((error) => {
        if (isForeignKeyViolation(error)) return from
        throw error
      })
    }
    if (last !== null) await jobs.enqueue(db, followersJob, { episodeId, after: last })
  }

  /** Runs `work`, unless an account or episode that it concerns is gone. */
  async function unlessGone(work: (trx: Trx) => Promise<void>): Promise<void> {
    await transact(db, work).catch((error) => {
      if (!isForeignKeyViolation(error) && !isRefusal(error)) throw error
    })
  }

  jobs.handle(followersJob, 1, ({ episodeId, after }, attempt) => announceToFollowers(episodeId, after, attempt))

  jobs.handle(commentJob, 2, async ({ id, episodeId, authorUid, repliesTo, held }) => {
    const announced = await findAnnouncedEpisode(db, episodeId)
    if (!announced) return
    const recipients = [
      ...(repliesTo !== null && repliesTo !== authorUid ? [{ uid: repliesTo, kind: 'reply' as const }] : []),
      ...(announced.creatorUid !== authorUid && announced.creatorUid !== repliesTo
        ? [{ uid: announced.creatorUid, kind: 'comment' as const }]
        : []),
    ]
    for (const { uid, kind } of recipients) {
      await unlessGone(async (trx) => {
        await identity.lockAgainstRemoval(trx, uid)
        await lockPositions(trx)
        // An edit can make a comment wait of which the creator was told before.
        if (held) await deleteCommentNotification(trx, uid, id)
        const notification = { recipientUid: uid, kind, at: clock.now(), episodeId, commentId: id, count: 1 }
        if (await insertNotification(trx, notification)) await emitNotificationEvents(events, trx, [uid])
      })
    }
  })

  jobs.handle(milestoneJob, 1, async ({ episodeId, likes }) => {
    const announced = await findAnnouncedEpisode(db, episodeId)
    if (!announced) return
    await unlessGone(async (trx) => {
      // The account comes first in the lock order; the notification refers to it.
      await identity.lockAgainstRemoval(trx, announced.creatorUid)
      await lockPositions(trx)
      const uid = await raiseMilestone(trx, episodeId, likes)
      if (uid === null) return
      const notification = {
        recipientUid: uid,
        kind: 'milestone' as const,
        at: clock.now(),
        episodeId,
        commentId: null,
      }
      if (await insertNotification(trx, { ...notification, count: likes }))
        await emitNotificationEvents(events, trx, [uid])
    })
  })

  jobs.handle(subtitleJob, 1, async ({ id, episodeId, at, ...news }) => {
    const announced = await findAnnouncedEpisode(db, episodeId)
    if (!announced) return
    const isReview = 'review' in news
    const { creatorUid } = announced
    const [recipientUid, byUid] = isReview ? [news.authorUid, creatorUid] : [creatorUid, news.byUid]
    if (recipientUid === byUid) return
    await unlessGone(async (trx) => {
      await identity.lockAgainstRemoval(trx, recipientUid)
      await lockPositions(trx)
      const review = isReview ? news.review : null
      const notification = { recipientUid, at: new Date(at), episodeId, subtitleId: id, review }
      if (await insertSubtitleNotification(trx, notification)) await emitNotificationEvents(events, trx, [recipientUid])
    })
  })

  return {
    async episodeAudienceChanged(trx, episode) {
      const isKnown = await saveAudience(trx, episode)
      if (isKnown)
        await emitNotificationEvents(events, trx, await recipientsOfEpisode(trx, episode.id, RECIPIENTS_NAMED))
      if (episode.audience === 'everyone' && (await startAnnouncing(trx, episode.id, clock.now())))
        await jobs.enqueue(trx, followersJob, { episodeId: episode.id, after: '' })
    },
    async commentAdded(trx, comment) {
      await jobs.enqueue(trx, commentJob, comment)
    },
    async commentsChanged(trx, { id }) {
      const uids = await recipientsOfComment(trx, id)
      if (uids.length > 0) await emitNotificationEvents(events, trx, uids)
    },
    async episodeLiked(trx, like) {
      if (isMilestone(like.likes)) await jobs.enqueue(trx, milestoneJob, like)
    },
    async personTold(trx, { uid, about, decision, outcome, subject }) {
      await lockPositions(trx)
      const news = { about, decision, ...(outcome && { outcome }), subject }
      const notification = { recipientUid: uid, at: clock.now(), decision: news }
      if (await insertDecisionNotification(trx, notification)) await emitNotificationEvents(events, trx, [uid])
    },
    async draftSaved(trx, { id, episodeId, byUid, at }) {
      await jobs.enqueue(trx, subtitleJob, { id, episodeId, byUid, at: at.toISOString() })
    },
    async subtitleReviewed(trx, { id, episodeId, authorUid, outcome, words, at }) {
      if (authorUid === null) return
      const review = { outcome, ...(words !== '' && { words: truncateText(words, REVIEW_WORDS_QUOTED) }) }
      await jobs.enqueue(trx, subtitleJob, { id, episodeId, authorUid, review, at: at.toISOString() })
    },
    async subtitleRemoved(trx, { id }) {
      const uids = await recipientsOfSubtitle(trx, id)
      if (uids.length > 0) await emitNotificationEvents(events, trx, uids)
    },
  }
}
