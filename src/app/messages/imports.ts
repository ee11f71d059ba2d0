import type { ImportProblem, ImportReport, LeftOut, TakenKind } from '#identity/import-report.ts'

// Imports of an account from another Hoshi. @see docs/product.md#importing-an-account

export const IMPORT_RUNNING = 'Importing your account...'
export const IMPORT_FOR_CREATORS = 'Your episodes will be published here, and empty profile fields will be filled in.'
export const IMPORT_FOR_VIEWERS = 'Become a creator first to import your episodes and profile.'
export const IMPORT_SENDING = 'Uploading your file. Please keep this page open.'
const NOTHING_TAKEN = 'Nothing was imported.'
export const NEVER_TAKEN = 'Likes, comments, followers, counts, badges and moderator decisions are not imported.'

/** Why an import ended before its end, and what to do. */
export const importProblemTexts: Readonly<Record<ImportProblem, string>> = {
  not_an_archive: 'This file is not a Hoshi export. Choose the .tar file that you downloaded from the other site.',
  damaged: 'The archive is damaged or incomplete. Download it from the other site again.',
  unsafe_entry: 'The archive contains links or file names that do not belong in an export. Nothing was imported.',
  repeated_entry: 'The archive contains the same file twice, so it is not a valid export. Nothing was imported.',
  too_many_entries: 'The archive contains more than 100,000 files. Nothing was imported.',
  no_document: 'The archive has no hoshi-export.json. Choose the export exactly as you downloaded it.',
  document_too_large:
    'The hoshi-export.json in the archive has an entry that is larger than any of an export. Nothing was imported.',
  document_unreadable: 'The hoshi-export.json in the archive cannot be read. Download the export again.',
  version_unknown:
    'This export comes from a newer version of Hoshi. Please ask the people who run this site to update it.',
  account_closed: 'Your account cannot add anything right now. Everything imported so far is kept.',
  not_takeable: 'Something in the archive cannot be taken here, so the import ended. What was taken before stays.',
  interrupted: 'The import stopped early. Upload the archive again. Nothing is imported twice.',
}

/** Why a thing was left out or changed, where no refusal says it. */
export const leftOutTexts = {
  no_file: 'The file is missing from the archive.',
  was_scheduled: 'It was scheduled on the other site and is private here. Choose a new publish time.',
  filled_in_here: 'You have already filled this in here.',
  parts_missing: 'Some of its episodes were not imported.',
  episode_missing: 'Its episode was not imported.',
  not_here: 'Some of them do not exist on this site.',
  notes_unknown: 'It has content notes that this Hoshi does not know. The others were taken.',
  not_storable: 'It has a value that cannot be stored here.',
  too_many: 'The archive has more than 100,000 of them. The others were left out.',
} as const

const taken: Readonly<Record<TakenKind, (count: number) => string>> = {
  profile: (count) => (count === 1 ? '1 field of your profile' : `${count} fields of your profile`),
  picture: () => 'your picture',
  settings: () => 'your settings',
  episode: (count) => (count === 1 ? '1 episode' : `${count} episodes`),
  subtitles: (count) => (count === 1 ? '1 subtitle track' : `${count} subtitle tracks`),
  series: (count) => `${count} series`,
  watchLater: (count) => `${count} in Watch Later`,
  history: (count) => `${count} in your history`,
  follow: (count) => (count === 1 ? '1 creator you follow' : `${count} creators you follow`),
}

/** 'Imported: 3 episodes, 1 series.' */
export function takenText({ taken: counts, alreadyHere }: ImportReport): string {
  const parts = Object.entries(taken).flatMap(([kind, text]) => {
    const count = counts[kind as TakenKind]
    return count ? [text(count)] : []
  })
  const sentences = [parts.length > 0 ? `Imported: ${parts.join(', ')}.` : NOTHING_TAKEN]
  if (alreadyHere > 0) sentences.push(`Already here: ${alreadyHere}.`)
  return sentences.join(' ')
}

export function leftOutMoreText(count: number): string {
  return `And ${count} more.`
}

const profileFields: Readonly<Record<string, string>> = {
  username: 'Username',
  bio: 'Bio',
  supportLinks: 'Support links',
}

const settingsNames: Readonly<Record<string, string>> = { history: 'History setting', theme: 'Theme' }

/** The name of a thing that was left out: its title, or its kind. */
export function leftOutName({ kind, name }: LeftOut): string {
  const names: Record<TakenKind, string> = {
    profile: profileFields[name] ?? 'Profile',
    picture: name === '' ? 'Profile picture' : `Thumbnail of ${name}`,
    settings: settingsNames[name] ?? 'Notification settings',
    episode: name === '' ? 'An episode without a title' : name,
    subtitles: name === '' ? 'Subtitles' : `Subtitles: ${name}`,
    series: name === '' ? 'A series without a title' : name,
    watchLater: 'Watch Later',
    history: 'History',
    follow: 'Creators you follow',
  }
  return names[kind]
}
