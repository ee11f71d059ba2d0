import type { Account } from '#identity/account.ts'
import type { Clock } from '#platform/clock.ts'
import type { Events } from '#platform/events.server.ts'
import { isPossibleId, newId } from '#platform/ids.server.ts'
import type { Jobs } from '#platform/jobs.server.ts'
import { Refusal } from '#platform/refusal.ts'
import { mayAdminister } from '../moderation-permissions.ts'
import { INVITATIONS_MAX, type Invitation, type NewInvitation, readInvitation } from './invitation.ts'
import { countInvitations, deleteInvitation, insertInvitation, listInvitations } from './invitation-rows.server.ts'
import { releaseJob } from './release-job.ts'
import { hashInvitation, type Site, siteChannel } from './site.server.ts'
import { createSiteChange, type SiteChangeParts } from './site-change.server.ts'
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
  const change = createSiteChange(parts, mayAdminister)

  return {
    siteSettings: site.settings,
    siteVersion: site.version,
    announcement: site.announcement,

    async changeSettings(actor, { announcement, ...others }) {
      const given = { ...others, ...(announcement !== undefined && { announcement: readAnnouncement(announcement) }) }
      const settings = await change(actor, async (trx) => {
        const present = site.withDefaults(await lockSettings(trx))
        const changes = changedSettings(present, given)
        const names = Object.keys(changes) as (keyof SiteSettings)[]
        const result = { ...present, ...changes }
        if (names.length === 0) return { act: null, result }
        await updateSettings(trx, changes)
        if (changes.moderation === 'flag') await jobs.enqueue(trx, releaseJob, {})
        await events.publish(trx, siteChannel, {})
        const valuesOf = (of: SiteSettings) => Object.fromEntries(names.map((name) => [name, of[name]]))
        return { act: { action: 'site.settings', before: valuesOf(present), after: valuesOf(result) }, result }
      })
      site.evict()
      return settings
    },

    invitations: () => listInvitations(db),

    async invite(actor, input) {
      const now = clock.now()
      const { uses, expiresAt } = readInvitation(input, now)
      const [id, code] = [newId(), newId()]
      return await change(actor, async (trx) => {
        // One after the other, so that none is counted too late.
        await lockSettings(trx)
        if ((await countInvitations(trx)) >= INVITATIONS_MAX) throw new Refusal('moderation.too_many_invitations')
        await insertInvitation(trx, { id, uses, expiresAt, createdAt: now }, hashInvitation(code))
        const after = { uses, expiresAt: expiresAt?.toISOString() ?? null }
        return { act: { id, action: 'invitation.created', before: {}, after }, result: { id, code } }
      })
    },

    async removeInvitation(actor, id) {
      await change(actor, async (trx) => {
        const removed = isPossibleId(id) ? await deleteInvitation(trx, id) : undefined
        if (!removed) throw new Refusal('moderation.invitation_not_found')
        const { usesLeft, expiresAt } = removed
        const before = { usesLeft, expiresAt: expiresAt?.toISOString() ?? null }
        return { act: { id, action: 'invitation.removed', before, after: {} }, result: null }
      })
    },
  }
}
