import type { Account } from '#identity/account.ts'
import type { Events } from '#platform/events.server.ts'
import type { Jobs } from '#platform/jobs.server.ts'
import { transact } from '#platform/transact.server.ts'
import { mayAdminister } from '../permissions.ts'
import { releaseJob } from './release-job.ts'
import { type Site, siteChannel } from './site.server.ts'
import { lockActor, recordAct, type SiteChangeParts } from './site-change.server.ts'
import { lockSettings, updateSettings } from './site-setting-rows.server.ts'
import { changedSettings, readAnnouncement, type SiteSettings } from './site-settings.ts'

/** Settings of the site. Each change leaves an entry in the audit log; an unchanged setting leaves none. */
export interface Settings {
  /** The settings as this process knows them: at most a second old. */
  read(): Promise<SiteSettings>
  /** Higher after each change of the site that this process has learned of. */
  version(): number
  /** The text on top of every page, also while the database does not answer. */
  announcement(): Promise<string>
  /**
   * Changes the given settings, with effect on every node within a second. Episodes that wait for nothing but a check are
   * released when they are no longer to be held back.
   * @throws Refusal moderation.announcement_invalid, moderation.admins_only (403)
   */
  change(actor: Account, changes: Partial<SiteSettings>): Promise<SiteSettings>
}

export interface SettingsParts extends SiteChangeParts {
  events: Pick<Events, 'publish'>
  jobs: Pick<Jobs, 'enqueue'>
  site: Site
}

export function createSettings(parts: SettingsParts): Settings {
  const { db, events, jobs, site } = parts

  return {
    read: site.settings,
    version: site.version,
    announcement: site.announcement,

    async change(actor, { announcement, ...others }) {
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
  }
}
