import type { Account } from '#identity/account.ts'
import { type Clock, systemClock } from '#platform/clock.ts'
import type { Db } from '#platform/database.server.ts'
import { type Accounts, type AccountsParts, createAccounts } from './accounts.server.ts'
import { type AuditLog, createAuditLog } from './audit-log.server.ts'
import { createFailedJobs, type FailedJobs, type FailedJobsParts } from './failed-jobs.server.ts'
import { createIntegrity, type Integrity, type IntegrityParts } from './integrity.server.ts'
import { type OverviewParts, readOverview } from './overview.server.ts'
import type { Overview } from './overview.ts'
import { createInvitations, type Invitations } from './site/invitations.server.ts'
import { createSettings, type Settings, type SettingsParts } from './site/settings.server.ts'
import type { Site } from './site/site.server.ts'
import { createWords, type Words } from './site/words.server.ts'

/** The work of admins and moderators on the site itself, and the log of their acts. */
export interface Administration {
  accounts: Accounts
  audit: AuditLog
  jobs: FailedJobs
  integrity: Integrity
  settings: Settings
  invitations: Invitations
  words: Words
  /** The state of the site and its machines, as far as this reader may know it. */
  overview(reader: Pick<Account, 'role' | 'suspension'>): Promise<Overview>
}

export interface AdministrationParts
  extends IntegrityParts,
    Pick<
      OverviewParts,
      'mail' | 'nodes' | 'backups' | 'disk' | 'hasVideosOnDisk' | 'engagement' | 'versions' | 'openReports'
    > {
  db: Db
  clock?: Clock
  events: SettingsParts['events']
  jobs: FailedJobsParts['jobs'] & OverviewParts['jobs'] & SettingsParts['jobs']
  site: Site
  identity: AccountsParts['identity'] & OverviewParts['identity']
  creators: AccountsParts['creators']
  video: AccountsParts['video'] & FailedJobsParts['video'] & OverviewParts['video']
  catalog: AccountsParts['catalog']
}

export function createAdministration({ clock = systemClock, ...others }: AdministrationParts): Administration {
  const audit = createAuditLog({ db: others.db, clock })
  const parts = { ...others, clock, audit }
  return {
    accounts: createAccounts(parts),
    audit,
    jobs: createFailedJobs(parts),
    integrity: createIntegrity(parts),
    settings: createSettings(parts),
    invitations: createInvitations(parts),
    words: createWords(parts),
    overview: (reader) => readOverview(parts, reader),
  }
}
