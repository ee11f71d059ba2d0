import { defaultSettings, type NotificationSettings } from '#community/notification.ts'
import type { Creator, CreatorChanges } from '#creators/creator.ts'
import { mayHaveProfile } from '#creators/creator-permissions.ts'
import type { ImportReport } from '#identity/import-report.ts'
import type { Theme } from '#identity/theme.ts'
import { IMAGE_MAX_BYTES } from '#platform/image-upload.ts'
import { blobOf } from './blob-of.server.ts'
import type { ExportFacts } from './export-document.ts'
import { AVATAR_NAME } from './export-format.ts'
import type { ArchivedFile } from './open-archive.server.ts'
import { type Taking, takeOne } from './taking.ts'

/** A picture for the verbs that re-encode it. */
export const pictureOf = (file: ArchivedFile) => blobOf(file, IMAGE_MAX_BYTES)

/**
 * Takes the fields of the profile that are empty here, the picture, and settings that were never changed here.
 *
 * @param before things that an earlier attempt of the same import took, whose fields are not empty any more
 */
export async function takeAccount(taking: Taking, before: ImportReport['taken']): Promise<void> {
  const { facts } = taking.archive
  if (facts.profile) await takeProfile(taking, facts.profile, before)
  await takeSettings(taking, facts, before)
}

async function takeProfile(
  taking: Taking,
  profile: NonNullable<ExportFacts['profile']>,
  before: ImportReport['taken'],
): Promise<void> {
  const { rooms, archive, report } = taking
  const account = await taking.account()
  if (!mayHaveProfile(account)) return report.leaveOut('profile', '', 'creators.creators_only')
  const own = await rooms.creators.find(account.uid)
  if (!own) return
  for (const [name, change] of changesOf(profile)) {
    const isSame = isSameValue(own, change)
    if (isSame) report.take('profile')
    else if (isFilled(own, name)) report.leaveOut('profile', name, 'filled_in_here')
    else await takeOne(taking, 'profile', name, () => rooms.creators.edit(account, change))
  }
  const picture = archive.find(AVATAR_NAME)
  if (!picture) return
  if (before.picture) report.take('picture')
  else if (own.avatarUrl !== '') report.leaveOut('picture', '', 'filled_in_here')
  else await takeOne(taking, 'picture', '', async () => rooms.avatars.set(account, await pictureOf(picture)))
}

type ProfileField = 'username' | 'bio' | 'supportLinks'

/** The filled-in fields of an exported profile, each as a change of its own. */
function changesOf({ username, bio, supportLinks }: NonNullable<ExportFacts['profile']>) {
  const changes: [ProfileField, CreatorChanges][] = []
  if (username !== '') changes.push(['username', { username }])
  if (bio !== '') changes.push(['bio', { bio }])
  if (supportLinks.length > 0) changes.push(['supportLinks', { supportLinks }])
  return changes
}

function isFilled(own: Creator, field: ProfileField): boolean {
  return own[field].length > 0
}

function isSameValue(own: Creator, { username, bio, supportLinks }: CreatorChanges): boolean {
  if (username !== undefined) return own.username === username
  if (bio !== undefined) return own.bio === bio
  const urls = own.supportLinks.map(({ url }) => url)
  return supportLinks !== undefined && urls.join('\n') === supportLinks.map(({ url }) => url).join('\n')
}

/** Pauses the history if it was paused there, and takes theme and notifications of a person who has chosen none here. */
async function takeSettings(taking: Taking, facts: ExportFacts, before: ImportReport['taken']): Promise<void> {
  const { rooms, report } = taking
  if (before.settings) return report.take('settings', before.settings)
  const account = await taking.account()
  const wasPaused = facts.historyPausedAt !== null
  if (wasPaused && (await rooms.library.historyPausedAt(account)) === null)
    await takeOne(taking, 'settings', 'history', () => rooms.library.pauseHistory(account, true))
  await takeTheme(taking, facts.theme)
  const wanted = definedOf(facts.notificationSettings)
  const own = await rooms.community.notificationSettings(account)
  if (isSame({ ...defaultSettings, ...wanted }, defaultSettings) || isSame({ ...own, ...wanted }, own)) return
  if (!isSame(own, defaultSettings)) return report.leaveOut('settings', 'notifications', 'filled_in_here')
  await takeOne(taking, 'settings', 'notifications', () => rooms.community.changeNotificationSettings(account, wanted))
}

/** Takes the colours that were chosen there, unless others were chosen here. */
async function takeTheme(taking: Taking, theme: Theme): Promise<void> {
  const { rooms, report } = taking
  const account = await taking.account()
  const own = await rooms.identity.themeOf(account)
  if (theme === 'system' || theme === own) return
  if (own !== 'system') return report.leaveOut('settings', 'theme', 'filled_in_here')
  await takeOne(taking, 'settings', 'theme', () => rooms.identity.changeTheme(account, theme))
}

function isSame(one: NotificationSettings, other: NotificationSettings): boolean {
  const names = Object.keys(defaultSettings) as (keyof NotificationSettings)[]
  return names.every((name) => one[name] === other[name])
}

function definedOf(settings: ExportFacts['notificationSettings']): Partial<NotificationSettings> {
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined))
}
