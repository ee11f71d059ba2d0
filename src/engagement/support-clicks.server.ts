import type { Creators } from '#creators/creators.server.ts'
import type { Account } from '#identity/account.ts'
import type { Clock } from '#platform/clock.ts'
import type { Db } from '#platform/database.server.ts'
import { Refusal } from '#platform/refusal.ts'
import type { CountEvents } from './count-events.server.ts'
import { isForeignKeyViolation } from './count-rows.server.ts'
import { isVisitId } from './play.ts'
import { isAutomated } from './play-rules.ts'
import {
  removePastClicks,
  type SupportClickDay,
  storeSupportClick,
  supportClickDaysOf,
} from './support-click-rows.server.ts'
import type { Visitor } from './visitor.ts'
import type { IdentifyVisitor } from './visitor-identity.server.ts'

/** How often people open the support links of creators. */
export interface SupportClicks {
  /**
   * Counts a click on one of a creator's present links, once per link, visitor and UTC day; clicks of the creator, of
   * known bots and on other addresses count nothing.
   *
   * @returns a new visitor cookie value to set, or null
   * @throws Refusal creators.not_found, engagement.visit_id_invalid
   */
  record(
    click: { creatorId: string; url: string; visitId: string },
    visitor: Visitor,
    viewer: Account | null,
  ): Promise<string | null>
  /** Counted clicks of a creator's links, oldest day first; for that creator only. */
  of(uid: string): Promise<SupportClickDay[]>
}

export interface SupportClicksParts {
  db: Db
  clock: Clock
  creators: Pick<Creators, 'find'>
  identify: IdentifyVisitor
  countEvents: Pick<CountEvents, 'channelChanged'>
}

export function createSupportClicks({ db, clock, creators, identify, countEvents }: SupportClicksParts) {
  const verbs: SupportClicks = {
    async record({ creatorId, url, visitId }, visitor, viewer) {
      if (!isVisitId(visitId)) throw new Refusal('engagement.visit_id_invalid', { field: 'visitId' })
      const creator = await creators.find(creatorId)
      if (!creator) throw new Refusal('creators.not_found')
      const href = URL.parse(url)?.href
      const isLink = creator.supportLinks.some((link) => link.url === href)
      if (!isLink || viewer?.uid === creatorId || isAutomated(visitor)) return null
      const now = clock.now()
      const { visitorHash, networkHash, freshCookie } = await identify(visitor, viewer, visitId, now)
      try {
        const click = { creatorId, url: href!, visitorHash, networkHash, clickedAt: now }
        if (!(await storeSupportClick(db, click))) return null
        countEvents.channelChanged(creatorId)
        // Given to everyone, the cookie would raise the limits of visitors without one.
        return freshCookie
      } catch (error) {
        // The creator has just left.
        if (isForeignKeyViolation(error)) throw new Refusal('creators.not_found')
        throw error
      }
    },
    of: (uid) => supportClickDaysOf(db, uid),
  }
  return { verbs, cleanUp: (now: Date) => removePastClicks(db, now) }
}
