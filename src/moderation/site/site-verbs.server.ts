import type { Account } from '#identity/account.ts'
import type { Clock } from '#platform/clock.ts'
import type { Events } from '#platform/events.server.ts'
import { isPossibleId, newId } from '#platform/ids.server.ts'
import type { Jobs } from '#platform/jobs.server.ts'
import { Refusal } from '#platform/refusal.ts'
import { transact } from '#platform/transact.server.ts'
import { mayAdminister } from '../moderation-permissions.ts'
import { INVITATIONS_MAX, type Invitation, type NewInvitation, readInvitation } from './invitation.ts'
import { countInvitations, deleteInvitation, insertInvitation, listInvitations } from './invitation-rows.server.ts'
import { releaseJob } from './release-job.ts'
import { hashInvitation, type Site, siteChannel } from './site.server.ts'
import { lockActor, recordAct, type SiteChangeParts } from './site-change.server.ts'
import { lockSettings, updateSettings } from './site-setting-rows.server.ts'
import { changedSettings, readAnnouncement, type SiteSettings } from './site-settings.ts'

/**
 * Decisions of admins about the site. Each change leaves an entry in the audit log; an unchanged setting leaves none.
 */
export interface SiteVerbs {
  /** As this process knows them: at most a second old. */
  siteSettings(): Promise<SiteSettings>
  /** Higher after each change of the site that this process has learned of. */
  siteVersion(): number
  /** The text on top of every page, also while the database does not answer. */
  announcement(): Promise<string>
  /**
   * Changes the given settings, with effect on every node within a second. Episodes that wait for nothing but a check are
   * released when they are no longer to be held back.
   * @throws Refusal moderation.announcement_invalid, moderation.admins_only (403)
   */
  changeSettings(actor: Account, changes: Partial<SiteSettings>): Promise<SiteSettings>
  /** All invitations, the newest first. Their codes are not stored. */
  invitations(): Promise<Invitation[]>
  /**
   * Makes an invitation.
   * @returns the code, which nothing tells again
   * @throws Refusal moderation.uses_invalid, moderation.expires_at_invalid, moderation.too_many_invitations (409),
   *   moderation.admins_only
   */
  invite(actor: Account, input: NewInvitation): Promise<{ id: string; code: string }>
  /**
   * Ends an invitation; accounts made with it stay.
   * @throws Refusal moderation.invitation_not_found, moderation.admins_only
   */
  removeInvitation(actor: Account, id: string): Promise<void>
}

export interface SiteVerbsParts extends SiteChangeParts {
  clock: Clock
  events: Pick<Events, 'publish'>
  jobs: Pick<Jobs, 'enqueue'>
  site: Site
}

export function createSiteVerbs(parts: SiteVerbsParts): SiteVerbs {
  const { db, clock, events, jobs, site } = parts

  return {
    siteSettings: site.settings,
    siteVersion: site.version,
    announcement: site.announcement,

    async changeSettings(actor, { announcement, ...others }) {
      const given = { ...others, ...(announcement !== undefined && { announcement: readAnnouncement(announcement) }) }
      const settings = await transact(db, async (trx) => {
        await lockActor(parts, trx, actor, mayAdminister)
        const present = site.withDefaults(await lockSettings(trx))
        const changes = changedSettings(present, given)
        const names = Object.keys(changes) as (keyof SiteSettings)[]
        if (names.length === 0) return present
        const changed = { ...present, ...changes }
        await updateSettings(trx, changes)
        if (changes.moderation === 'flag') await jobs.enqueue(trx, releaseJob, {})
        await events.publish(trx, siteChannel, {})
        const valuesOf = (of: SiteSettings) => Object.fromEntries(names.map((name) => [name, of[name]]))
        const values = { before: valuesOf(present), after: valuesOf(changed) }
        await recordAct(parts, trx, actor, { action: 'site.settings', ...values })
        return changed
      })
      site.evict()
      return settings
    },

    invitations: () => listInvitations(db),

    async invite(actor, input) {
      const now = clock.now()
      const { uses, expiresAt } = readInvitation(input, now)
      const [id, code] = [newId(), newId()]
      await transact(db, async (trx) => {
        await lockActor(parts, trx, actor, mayAdminister)
        // One after the other, so that none is counted too late.
        await lockSettings(trx)
        if ((await countInvitations(trx)) >= INVITATIONS_MAX) throw new Refusal('moderation.too_many_invitations')
        await insertInvitation(trx, { id, uses, expiresAt, createdAt: now }, hashInvitation(code))
        const after = { uses, expiresAt: expiresAt?.toISOString() ?? null }
        await recordAct(parts, trx, actor, { id, action: 'invitation.created', before: {}, after })
      })
      return { id, code }
    },

    async removeInvitation(actor, id) {
      await transact(db, async (trx) => {
        await lockActor(parts, trx, actor, mayAdminister)
        const removed = isPossibleId(id) ? await deleteInvitation(trx, id) : undefined
        if (!removed) throw new Refusal('moderation.invitation_not_found')
        const { usesLeft, expiresAt } = removed
        const before = { usesLeft, expiresAt: expiresAt?.toISOString() ?? null }
        await recordAct(parts, trx, actor, { id, action: 'invitation.removed', before, after: {} })
      })
    },
  }
}
