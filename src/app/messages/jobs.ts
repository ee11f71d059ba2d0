/** The task of each kind of job, by the name of its queue. */
export const jobNames: Readonly<Record<string, string>> = {
  'video.measure': 'Check a new file',
  'video.hash': 'Fingerprint a file',
  'video.encode': 'Encode the first quality',
  'video.slow-encode': 'Encode the first quality of a long video',
  'video.chunk': 'Encode a part of the first quality',
  'video.ladder': 'Encode the other qualities',
  'video.later-chunk': 'Encode a part of the other qualities',
  'video.av1': 'Encode AV1',
  'video.poster': 'Create the thumbnail',
  'video.cover': 'Blur the thumbnail',
  'video.small-posters': 'Scale the poster down',
  'video.large-poster': 'Draw the poster larger',
  'video.glimpses': 'Create the preview',
  'video.mp4-files': 'Make the whole files',
  'video.erase': 'Delete a video',
  'video.erase-hosted': 'Delete a video from the video service',
  'video.tidy': 'Remove old files of a video',
  'video.sweep': 'Clean up uploads and files',
  'video.reconcile': 'Check videos at the video service',
  'video.purge': 'Remove a video from the CDN',
  'video.give-up': 'Mark a video as failed',
  'video.av1-give-up': 'Stop AV1 encoding of a video',
  'catalog.take-over': 'Replace a video file',
  'catalog.publish-scheduled': 'Publish an episode',
  'subtitles.publish': 'Add subtitles to a playlist',
  'subtitles.take-out': 'Extract subtitles from a file',
  'subtitles.erase-fonts': 'Remove old fonts',
  'series.tidy-poster': 'Remove old covers of a series',
  'creators.tidy-avatar': 'Remove old profile pictures',
  'creators.verify-links': 'Verify support links',
  'engagement.trending': 'Compute trending',
  'engagement.ended-watches': 'Count finished watches',
  'engagement.much-watched': 'Find popular episodes',
  'community.tell-followers': 'Notify followers of an episode',
  'community.tell-comment': 'Notify about a comment',
  'community.tell-milestone': 'Notify about a milestone',
  'community.tell-subtitle': 'Notify about subtitles or a review',
  'community.digest': 'Send email digests',
  'moderation.check-images': 'Classify images',
  'moderation.check-avatar': 'Classify a profile picture',
  'moderation.release-held': 'Release held episodes',
  'moderation.announce': 'Notify about a decision',
  'moderation.announce-appeal': 'Notify about an appeal',
  'mail.write': 'Send an email',
  'server.backup': 'Back up rows and files',
  'server.export': 'Create an export',
  'server.integrity': 'Compare rows and files',
  'server.import': 'Import an account',
  'server.import-give-up': 'Mark an import as failed',
  'server.sweep': 'Clean up expired data',
  'demo.fill': 'Add demo content',
}

/** 'Send an email'; the name of its queue for a kind of another version. */
export function jobName(kind: string): string {
  return jobNames[kind] ?? kind
}

/** Kinds of mails, by their names in the queue. */
const mailNames: Readonly<Record<string, string>> = {
  'identity.verification': 'Email confirmation',
  'identity.reset': 'Password reset',
  'identity.email-link': 'Confirmation of a new address',
  'identity.email-notice': 'Notice about a new address',
  'moderation.decision': 'Moderation decision',
  'moderation.appeal': 'Answer to an appeal',
  'moderation.report': 'Answer to a report',
}

/** 'Answer to a report'; its name in the queue for a kind of another version. */
export function mailName(kind: string): string {
  return mailNames[kind] ?? kind
}

/** Shown where the queue has no words about a failure. */
export const REASON_UNKNOWN = 'Unknown reason.'
export const JOB_RETRIED = 'The job is running again. If it fails, it returns to this list.'

/** Names for subjects of jobs that have no name, or none any more. */
export const otherJobSubjects = {
  video: 'A video without an episode',
  episode: 'A deleted episode',
  account: 'A deleted account',
  decision: 'A decision',
  appeal: 'An appeal',
} as const
