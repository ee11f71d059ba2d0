import type { RefusalCode } from '#platform/refusal.ts'
import { SIGN_IN_REQUIRED } from './failures.ts'

export const CURSOR_INVALID = 'This page of the list is no longer available. Please start from the first page.'

export const TOO_LARGE = 'The image is larger than 5 MB. Please choose a smaller one.'

/** Refusals that pages also show without asking the server; `refusals.server.ts` has all, which no page needs. */
export const pageRefusals = {
  'identity.sign_in_required': SIGN_IN_REQUIRED,
  'identity.email_link_invalid': 'This link is no longer valid. Please request a new one in Settings.',
  'video.creators_only': 'Only creators can upload content.',
  'video.poster_too_large': TOO_LARGE,
  'video.file_missing': 'Please select a video file.',
  'video.upload_gone': 'This upload has expired or was cancelled. Please start again.',
  'catalog.title_required': 'Please enter a title.',
  'catalog.genre_required': 'Please enter a genre.',
  'catalog.video_failed': 'This video could not be processed. Please upload another file.',
  'catalog.publish_at_required': 'Please choose when this episode becomes public.',
  'catalog.publish_at_invalid': 'Please choose a time in the future, and only for a scheduled episode.',
  'moderation.first_admin_link_invalid':
    'This link is no longer valid. Until there is an admin, Hoshi prints a new link each time it starts.',
} satisfies Partial<Record<RefusalCode, string>>
