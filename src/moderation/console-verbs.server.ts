import type { AuditLog } from '#administration/audit-log.server.ts'
import type { Catalog } from '#catalog/catalog.server.ts'
import type { Identity } from '#identity/identity.server.ts'
import type { Clock } from '#platform/clock.ts'
import type { Db } from '#platform/database.server.ts'
import { Refusal } from '#platform/refusal.ts'
import type { Emit } from '#platform/room-events.ts'
import { transact } from '#platform/transact.server.ts'
import type { VideoHost } from '#video/video-host.ts'
import { type DecisionRow, lockDecision, setDecisionState, standingTakedown } from './decision-rows.server.ts'
import type { Decisions } from './decisions.server.ts'
import { lockItem } from './item-rows.server.ts'
import type { ModeratedThings } from './moderated-things.server.ts'
import { personTold } from './moderation-events.ts'
import { reverse } from './reversal.server.ts'
import { changeThing, lockThing, type ThingLockParts } from './thing-locks.server.ts'
import { changesOf } from './thing-marks.ts'

/** The verbs of the command line about episodes, for people with access to the server. Each returns the title. */
export interface ConsoleVerbs {
  /** Takes an episode down at once. @throws Refusal as of `decide` */
  takeDown(id: string, words: { rule: string; reason: string }): Promise<string>
  /**
   * Takes the last takedown of an episode back, with all that followed from it, and tells a creator who has heard of it.
   * @throws Refusal moderation.decision_not_found when it is not taken down, moderation.episode_not_found
   */
  restore(id: string): Promise<string>
  /**
   * Makes the video of an episode again from its original.
   * @throws Refusal moderation.episode_not_found, video.not_retryable when its bytes are gone or still arrive
   */
  reprocess(id: string): Promise<string>
}

export interface ConsoleVerbsParts extends ThingLockParts {
  db: Db
  clock: Clock
  emit: Emit
  identity: Pick<Identity, 'lockForChange' | 'setSuspension'>
  audit: Pick<AuditLog, 'record'>
  catalog: { moderation: Pick<Catalog['moderation'], 'find'> } & ThingLockParts['catalog']
  things: ModeratedThings
  decisions: Pick<Decisions, 'decide'>
  video: Pick<VideoHost, 'reprocess'>
}

export function createConsoleVerbs(parts: ConsoleVerbsParts): ConsoleVerbs {
  const { db, catalog, audit, decisions, video } = parts

  async function expectEpisode(id: string) {
    const episode = await catalog.moderation.find(id)
    if (!episode) throw new Refusal('moderation.episode_not_found')
    return episode
  }

  return {
    async takeDown(id, { rule, reason }) {
      const { title } = await expectEpisode(id)
      await decisions.decide('console', { subject: { kind: 'episode', id }, decision: 'takedown', rule, reason })
      return title
    },

    async restore(id) {
      const { title } = await expectEpisode(id)
      const made = await standingTakedown(db, id)
      if (!made) throw new Refusal('moderation.decision_not_found')
      await takeBack(parts, made)
      return title
    },

    async reprocess(id) {
      const { title, videoId } = await expectEpisode(id)
      if (!(await video.reprocess(videoId))) throw new Refusal('video.not_retryable')
      await transact(db, (trx) =>
        audit.record(trx, {
          actor: 'console' as const,
          action: 'episode.reprocessed' as const,
          reason: '',
          before: {},
          after: {},
          subject: { kind: 'episode', id },
        }),
      )
      return title
    },
  }
}

async function takeBack(parts: ConsoleVerbsParts, { id, itemId, subjectId, ownerUid }: DecisionRow): Promise<void> {
  const subject = { kind: 'episode' as const, id: subjectId }
  const known = await parts.things.find(subject)
  await transact(
    parts.db,
    async (trx) => {
      const { thing, accounts } = await lockThing(parts, trx, { subject, known }, [ownerUid])
      await lockItem(trx, itemId)
      const made = (await lockDecision(trx, id))!
      if (made.state !== 'final') throw new Refusal('moderation.decision_not_found')
      await setDecisionState(trx, id, 'undone')
      // Somebody has looked at it by now: it is not held back again.
      const owner = accounts.get(ownerUid)
      const { hold: _hold, ...changes } = await reverse(parts, trx, made, { thing, owner })
      if (owner && made.announcedAt !== null) {
        const told = { uid: ownerUid, about: 'decision', decision: made.decision, outcome: 'reversed' } as const
        await parts.emit(trx, personTold, { ...told, subject: { ...subject, title: made.title } })
      }
      await parts.audit.record(trx, {
        actor: 'console',
        action: 'decision.undone',
        subject,
        reason: '',
        before: changesOf(made, made.before.item.suggestion, made.before),
        after: changes,
      })
      await changeThing(parts, trx, subject, changes)
    },
    { isolationLevel: 'read committed' },
  )
}
