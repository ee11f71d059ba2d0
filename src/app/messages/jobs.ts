/** The task of each kind of job, by the name of its queue. */
export const jobNames: Readonly<Record<string, string>> = {
  'video.measure': 'Check a new file',
  'video.hash': 'Fingerprint a file',
  'video.encode': 'Encode the first quality',
  'video.slow-encode': 'Encode the first quality of a long film',
  'video.chunk': 'Encode a part of the first quality',
  'video.ladder': 'Encode the other qualities',
  'video.later-chunk': 'Encode a part of the other qualities',
  'video.av1': 'Encode AV1',
  'video.poster': 'Draw the poster',
  'video.cover': 'Blur the poster',
  'video.small-posters': 'Scale the poster down',
  'video.glimpses': 'Make the preview',
  'video.erase': 'Erase a film',
  'video.erase-hosted': 'Erase a film at the service',
  'video.tidy': 'Remove old files of a film',
  'video.sweep': 'Clean up uploads and files',
  'video.reconcile': 'Ask the service about films',
  'video.purge': 'Remove a film from the CDN',
  'video.give-up': 'Give a film up',
  'video.av1-give-up': 'Give AV1 of a film up',
  'catalog.take-over': 'Put a new file in place',
  'catalog.publish-scheduled': 'Publish an episode',
  'subtitles.publish': 'List subtitles in a playlist',
  'subtitles.take-out': 'Take subtitles out of a file',
  'subtitles.erase-fonts': 'Remove old fonts',
  'series.tidy-poster': 'Remove old posters of a series',
  'creators.tidy-avatar': 'Remove old profile pictures',
  'creators.verify-links': 'Verify support links',
  'engagement.trending': 'Compute trending',
  'engagement.ended-watches': 'Count watches that ended',
  'engagement.much-watched': 'Find much-watched episodes',
  'community.tell-followers': 'Tell followers of an episode',
  'community.tell-comment': 'Tell of a comment',
  'community.tell-milestone': 'Tell of a milestone',
  'community.tell-subtitle': 'Tell of subtitles or their review',
  'community.digest': 'Send the digests',
  'moderation.check-images': 'Classify pictures',
  'moderation.check-avatar': 'Classify a profile picture',
  'moderation.release-held': 'Release held episodes',
  'moderation.announce': 'Tell of a decision',
  'moderation.announce-appeal': 'Tell the answer to an appeal',
  'mail.write': 'Send a mail',
  'server.backup': 'Back up rows and files',
  'server.export': 'Write an export',
  'server.integrity': 'Compare rows and files',
  'server.import': 'Bring an account here',
  'server.import-give-up': 'Give an import up',
  'server.sweep': 'Clean up expired data',
  'demo.fill': 'Fill the demo',
}

/** 'Send a mail'; the name of its queue for a kind of another version. */
export function jobName(kind: string): string {
  return jobNames[kind] ?? kind
}

/** Kinds of mails, by their names in the queue. */
const mailNames: Readonly<Record<string, string>> = {
  'identity.verification': 'To confirm an address',
  'identity.reset': 'To choose a new password',
  'identity.email-link': 'To confirm a new address',
  'identity.email-notice': 'About a new address',
  'moderation.decision': 'About a decision',
  'moderation.appeal': 'The answer to an appeal',
  'moderation.report': 'The answer to a report',
}

/** 'The answer to a report'; its name in the queue for a kind of another version. */
export function mailName(kind: string): string {
  return mailNames[kind] ?? kind
}

/** Shown where the queue has no words about a failure. */
export const REASON_UNKNOWN = 'No reason is known.'
export const JOB_RETRIED = 'The job is tried again now. If it fails, it comes back to this list.'

/** Names for subjects of jobs that have no name, or none any more. */
export const otherJobSubjects = {
  video: 'A film without an episode',
  episode: 'A deleted episode',
  account: 'A deleted account',
  decision: 'A decision',
  appeal: 'An appeal',
} as const
