import type { ImportProblem, ImportReport, LeftOut, TakenKind } from '#identity/import-report.ts'

// Imports of an account from another Hoshi. @see docs/product.md#importing-an-account

export const IMPORT_RUNNING = 'Your account is being brought here...'
export const IMPORT_FOR_CREATORS =
  'Your episodes are published here, and the empty fields of your profile are filled in.'
export const IMPORT_FOR_VIEWERS = 'Become a creator first to bring your episodes and your profile.'
export const IMPORT_SENDING = 'The file is being sent. Please keep this page open.'
const NOTHING_TAKEN = 'Nothing was taken.'
export const NEVER_TAKEN =
  'Likes, comments, followers, counts, badges and decisions of moderators stay at the other Hoshi.'

/** Why an import ended before its end, and what to do. */
export const importProblemTexts: Readonly<Record<ImportProblem, string>> = {
  not_an_archive: 'This file is not an export of Hoshi. Choose the .tar file that you downloaded from the other Hoshi.',
  damaged: 'The archive is damaged, or its end is missing. Download it from the other Hoshi again.',
  unsafe_entry: 'The archive has links or file names that no export has. Nothing was taken from it.',
  repeated_entry: 'The archive has the same file twice, as no export does. Nothing was taken from it.',
  too_many_entries: 'The archive has more than 100,000 files. Nothing was taken from it.',
  no_document: 'The archive has no hoshi-export.json. Choose the export as you downloaded it.',
  document_too_large:
    'The hoshi-export.json in the archive has an entry that is larger than any of an export. Nothing was taken from it.',
  document_unreadable: 'The hoshi-export.json in the archive cannot be read. Download the export again.',
  version_unknown:
    'This export comes from a newer version of Hoshi. Please ask the people who run this site to update it.',
  account_closed: 'Your account may not add anything right now. What was taken before stays.',
  not_takeable: 'Something in the archive cannot be taken here, so the import ended. What was taken before stays.',
  interrupted: 'The import stopped before its end. Send the archive again: what is here already is not taken twice.',
}

/** Why a thing was left out or changed, where no refusal says it. */
export const leftOutTexts = {
  no_file: 'The archive has no file for it.',
  was_scheduled: 'It was scheduled there, and is private here. Choose a new time for it.',
  filled_in_here: 'You have filled this in here already.',
  parts_missing: 'Some of its episodes are not here.',
  episode_missing: 'Its episode is not here.',
  not_here: 'Some of them are not at this Hoshi.',
  notes_unknown: 'It has content notes that this Hoshi does not know. The others were taken.',
  not_storable: 'It has a value that cannot be stored here.',
  too_many: 'The archive has more than 100,000 of them. The others were left out.',
} as const

const taken: Readonly<Record<TakenKind, (count: number) => string>> = {
  profile: (count) => (count === 1 ? '1 field of your profile' : `${count} fields of your profile`),
  picture: () => 'your picture',
  settings: () => 'your settings',
  episode: (count) => (count === 1 ? '1 episode' : `${count} episodes`),
  subtitles: (count) => (count === 1 ? '1 text of subtitles' : `${count} texts of subtitles`),
  series: (count) => `${count} series`,
  watchLater: (count) => `${count} in Watch Later`,
  history: (count) => `${count} in your history`,
  follow: (count) => (count === 1 ? '1 creator you follow' : `${count} creators you follow`),
}

/** 'Taken: 3 episodes, 1 series.' */
export function takenText({ taken: counts, alreadyHere }: ImportReport): string {
  const parts = Object.entries(taken).flatMap(([kind, text]) => {
    const count = counts[kind as TakenKind]
    return count ? [text(count)] : []
  })
  const sentences = [parts.length > 0 ? `Taken: ${parts.join(', ')}.` : NOTHING_TAKEN]
  if (alreadyHere > 0) sentences.push(`Here already: ${alreadyHere}.`)
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

/** The name of a thing that was left out: its title, or its kind. */
export function leftOutName({ kind, name }: LeftOut): string {
  const names: Record<TakenKind, string> = {
    profile: profileFields[name] ?? 'Profile',
    picture: name === '' ? 'Profile picture' : `Picture of ${name}`,
    settings: name === 'history' ? 'Paused history' : 'Notification settings',
    episode: name === '' ? 'An episode without a title' : name,
    subtitles: name === '' ? 'Subtitles' : `Subtitles: ${name}`,
    series: name === '' ? 'A series without a title' : name,
    watchLater: 'Watch Later',
    history: 'History',
    follow: 'Creators you follow',
  }
  return names[kind]
}
