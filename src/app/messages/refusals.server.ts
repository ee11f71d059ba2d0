import { administrationRefusals } from '#administration/refusals.ts'
import { catalogRefusals } from '#catalog/refusals.ts'
import { communityRefusals } from '#community/refusals.ts'
import { creatorsRefusals } from '#creators/refusals.ts'
import { engagementRefusals } from '#engagement/refusals.ts'
import { identityRefusals } from '#identity/refusals.ts'
import { libraryRefusals } from '#library/refusals.ts'
import { moderationRefusals } from '#moderation/refusals.ts'
import type { RefusalCode } from '#platform/refusal.ts'
import { platformRefusals } from '#platform/refusals.ts'
import { seriesRefusals } from '#series/refusals.ts'
import { subtitlesRefusals } from '#subtitles/refusals.ts'
import { videoRefusals } from '#video/refusals.ts'
import { accountRefusals } from './account-refusals.ts'
import { COMMENTS_CLOSED, COMMENTS_CLOSED_EVERYWHERE, CREDIT_GONE } from './failures.ts'
import { moderationMessages } from './moderation.server.ts'
import { CURSOR_INVALID, pageRefusals, TOO_LARGE } from './page-refusals.ts'
import { SIGN_UP_CLOSED } from './site.ts'
import { subtitlesMessages } from './subtitles.ts'
import { suspended } from './suspension.ts'

/** HTTP status of every refusal in the product. */
export const refusalStatus = {
  ...platformRefusals,
  ...identityRefusals,
  ...creatorsRefusals,
  ...videoRefusals,
  ...catalogRefusals,
  ...subtitlesRefusals,
  ...seriesRefusals,
  ...engagementRefusals,
  ...libraryRefusals,
  ...communityRefusals,
  ...administrationRefusals,
  ...moderationRefusals,
}

/** For every image that a person can choose: profile pictures, posters of episodes and of series. */
const imageMessages = {
  missing: 'Please choose an image.',
  noPicture: 'The image must be a JPEG, PNG, WebP or GIF file.',
  tooLarge: TOO_LARGE,
  unreadable: 'This image is damaged or larger than 40 megapixels. Please save it again or choose another.',
}

/** User-facing message of each refusal, as in the specification. @see docs/product.md#error-catalogue */
export const messages: Record<RefusalCode, string> = {
  ...accountRefusals,
  ...pageRefusals,

  'request.not_found': '404 Not Found',
  'request.foreign_origin': 'This request came from another site and was blocked. Please open Hoshi and try again.',
  'request.token_invalid': 'This access token is invalid. Please check the token and the account ID.',
  'request.invalid': 'This request is invalid. Please check its fields and try again.',
  'request.unreadable': 'This request could not be read. Please check its format and try again.',
  'request.too_large': 'This request is too large. Please send less data.',
  'request.wrong_method': 'This URL does not support this method.',
  'request.wrong_type': 'This content type is not supported. Please send another one.',
  'request.abandoned': 'This request was cancelled before it finished. Please try again.',
  'request.proof_required':
    'There is a lot of activity from your network, so your browser has to run a short check first. This requires JavaScript. Without it, please try again in ten minutes.',
  'request.too_many': 'Too many requests. Please wait a moment and try again.',
  'request.format_unknown': 'This format is not supported. Please ask for json or xml.',
  'request.busy': 'Hoshi is busy right now. Please try again in a moment.',

  'identity.email_disposable': 'This address belongs to a disposable email service. Please use a permanent address.',
  'identity.email_taken': 'An account with this email address already exists.',
  'identity.password_wrong': 'The current password is incorrect.',
  'identity.role_unknown': 'The account type must be Viewer or Creator.',
  'identity.role_from_command_line': 'Admins can only be created from the server command line.',
  'identity.sign_up_closed': SIGN_UP_CLOSED,
  'identity.invitation_required': 'Please enter your invitation code.',
  'identity.invitation_invalid':
    'This invitation is not valid. It may be used up or expired. Please ask for a new one.',
  'identity.hidden_field_filled': 'A hidden field was filled in, so nothing was saved. Please press Register again.',
  'identity.sign_in_failed': 'The email address or password is incorrect.',
  'identity.mail_not_verified':
    'Please confirm your email address first. Open the link we sent you, or request a new one in Settings.',
  'identity.verification_link_invalid':
    'This link is incomplete or more than 24 hours old. Please log in and request a new one in Settings.',
  'identity.sign_in_again': 'Please enter your password again to continue.',
  'identity.session_not_found': 'This session has already ended.',
  'identity.suspended': 'Your account is suspended.',
  'identity.reset_link_invalid': 'This reset link is no longer valid. Please request a new one.',
  'identity.email_change_missing': 'There is no new address to confirm. Please enter it again.',
  'identity.code_wrong': 'This code is not valid. Please enter the one that your app shows now.',
  'identity.sign_in_expired': 'Too much time has passed. Please log in again.',
  'identity.two_step_on': 'Two-step verification is already on.',
  'identity.two_step_off': 'Two-step verification is not on.',
  'identity.passkey_refused': 'This passkey was not accepted. Please try again, or log in with your password.',
  'identity.passkey_not_found': 'This passkey no longer exists.',
  'identity.passkey_name_invalid': 'The passkey name must be plain text, 60 characters or fewer.',
  'identity.too_many_passkeys': 'An account can have up to 20 passkeys. Please remove one first.',
  'identity.last_way_in': 'This is your only way to log in. Please set a password first.',
  'identity.provider_refused': 'The login service did not log you in. Nothing has changed. Please try again.',
  'identity.provider_unavailable':
    'The login service is not responding. Please try again later, or log in with your password.',
  'identity.provider_no_address': 'The login service did not provide an email address that can be used here.',
  'identity.provider_address_taken':
    'An account with this email address already exists. Please log in with its password, then link it in Settings.',
  'identity.provider_linked': 'This login is already linked to an account. Please unlink it from that account first.',
  'identity.provider_not_linked': 'Your account is not linked.',
  'identity.export_missing': 'There is no export yet. Please request one first.',
  'identity.import_missing': 'There is no import yet. Please upload an export first.',
  'identity.import_under_way': 'Another import is in progress. Please wait until it is done.',
  'identity.import_file_missing': 'Please choose the export that you downloaded from the other site.',
  'identity.import_too_large': 'This archive is larger than your storage allows.',
  'identity.birth_year_required': 'Please enter your year of birth. Hoshi stores only that you are an adult.',
  'identity.birth_year_invalid': 'Please enter your year of birth as four digits.',
  'identity.under_age': 'You must be at least 18 to always see NSFW episodes.',
  'identity.deletion_not_confirmed': 'Please check the box to confirm. Erasing the account now cannot be undone.',
  'identity.too_many_sign_ups': 'Too many sign-ups from your network. Please try again later.',
  'identity.too_many_sign_ins': 'Too many failed attempts. Please wait a few minutes and try again.',
  'identity.too_many_resets': 'Too many reset requests. Please try again later.',
  'identity.too_many_verification_mails':
    'We have already sent several links. Please check your inbox, or try again in an hour.',
  'identity.too_many_email_changes': 'Too many emails to new addresses. Please try again later.',

  'creators.not_found': 'Creator Not Found',
  'creators.creators_only': 'Only creators have a public profile. Please become a creator first.',
  'creators.already_creator': 'This account is already a creator account.',
  'creators.username_taken': 'This username is already taken.',
  'creators.username_looks_taken': 'This username is too similar to one that is already taken. Please choose another.',
  'creators.username_invisible':
    'This username contains invisible characters. Please type it again with visible ones only.',
  'creators.username_stacked_marks': 'A letter of this username has too many accents or marks. Please leave some out.',
  'creators.word_refused': 'This contains a word that is not allowed here. Please rephrase it.',
  'creators.username_reserved': 'This username is reserved for the people who run Hoshi. Please choose another.',
  'creators.username_invalid': 'The username must be plain text, 40 characters or fewer.',
  'creators.bio_invalid': 'The bio must be plain text, 1,000 characters or fewer.',
  'creators.support_link_invalid': 'The Patreon URL must be a valid link that starts with http:// or https://.',
  'creators.support_url_invalid': 'A support link must be a valid URL that starts with https://.',
  'creators.support_label_invalid': 'The label of a support link must be plain text, 40 characters or fewer.',
  'creators.support_link_repeated': 'This link is already in the list.',
  'creators.too_many_support_links': 'A profile can have up to five support links.',
  'creators.avatar_missing': imageMessages.missing,
  'creators.avatar_no_picture': imageMessages.noPicture,
  'creators.avatar_too_large': imageMessages.tooLarge,
  'creators.avatar_unreadable': imageMessages.unreadable,

  'video.original_not_stored':
    'This file is not stored here. It may not have arrived yet, or another service stores it.',
  'video.not_analysed': 'The frames of this video have not been analyzed yet.',
  'video.not_found': 'This video does not exist. It may have been deleted.',
  'video.name_invalid': 'The file name must be plain text, 255 characters or fewer.',
  'video.size_invalid': 'The size of the file must be a positive whole number of bytes.',
  'video.too_many_bytes': 'This file is too large. Please export a smaller one.',
  'video.quota_reached': 'Your storage is full. Delete an episode to make room.',
  'video.in_use': 'This video is used by an episode. Delete the episode instead.',
  'video.not_made_here':
    'This video was not created through this API and is read-only here. Please use the dashboard instead.',
  'video.copy_unavailable': 'Hoshi does not fetch videos from other URLs. Please upload the file itself.',
  'video.awaited': 'This video is about to replace the file of an episode. Cancel the replacement instead.',
  'video.not_retryable': 'This video cannot be retried. Please upload the file again.',
  'video.retried_too_often':
    'This video has already been retried three times. Export it again and upload the new file.',
  'video.too_many_failures': 'Too many of your files failed within an hour. Please check them and try again later.',
  'video.poster_fixed': 'The video service chooses this image, so it cannot be changed.',
  'video.poster_too_early': 'This video is not ready yet. You can change its thumbnail once it is ready to play.',
  'video.poster_missing': imageMessages.missing,
  'video.poster_no_picture': imageMessages.noPicture,
  'video.poster_unreadable': imageMessages.unreadable,
  'video.poster_time_invalid': 'Please choose a time within the video, in seconds from the start.',
  'video.size_mismatch': 'The uploaded file does not have the expected size. Please upload it again.',
  'video.upload_not_found': 'This upload URL does not exist. Please start a new upload.',
  'video.upload_finished': 'This upload is already complete. Please start a new one for another file.',
  'video.upload_offset': 'The upload must continue exactly where it stopped. Please request its offset and try again.',
  'video.upload_malformed': 'This upload request is malformed. Please start a new upload.',
  'video.upload_protocol': 'This upload URL supports tus 1.0.0 only.',
  'video.upload_busy': 'Another connection is already sending this upload. Please try again in a moment.',
  'video.host_unavailable': 'The video service cannot be reached right now. Please try again in a moment.',
  'video.storage_full': 'The server is out of storage space. Please try again later.',
  'video.too_many_unfinished':
    'You have too many unfinished uploads. Finish or cancel some of them, or try again tomorrow.',
  'video.too_much_under_way': 'You are uploading too much at once. Please wait until one upload has finished.',

  'catalog.episode_not_found': 'Episode Not Found',
  'catalog.creators_only': 'Only creators can upload content.',
  'catalog.owner_only': 'Only the creator of this episode can do that.',
  'catalog.title_invalid': 'The title must be plain text, 120 characters or fewer.',
  'catalog.genre_invalid': 'The genre must be plain text, 40 characters or fewer.',
  'catalog.description_invalid': 'The description must be plain text, 5,000 characters or fewer.',
  'catalog.embed_sites_invalid':
    'Please enter up to 50 sites, each starting with https:// and without a path, such as https://example.com.',
  'catalog.tags_invalid': 'An episode can have up to 20 tags of up to 40 characters each.',
  'catalog.credits_invalid':
    'An episode can have up to 60 credits, each with a name of up to 60 characters and a role of up to 40.',
  'catalog.credit_person_unknown': 'There is no creator with that username or profile URL on Hoshi.',
  'catalog.credit_declined':
    'Someone you credited has declined the link for this episode. You can keep the name without the link.',
  'catalog.credit_requests_too_many':
    'You have asked 60 people for a link in 24 hours. Leave the profile fields empty for now, or try again later.',
  'catalog.credit_not_found': CREDIT_GONE,
  'catalog.video_not_found': 'This video is not one of yours. Please upload it first.',
  'catalog.video_taken': 'This video already belongs to an episode. Please upload another file.',
  'catalog.replacement_missing': 'There is no such replacement to cancel. The new file may already be in use.',
  'catalog.downloads_closed': 'The creator of this episode does not offer it for download.',
  'catalog.cursor_invalid': CURSOR_INVALID,
  'catalog.search_invalid': 'A search must be plain text, 200 characters or fewer.',
  'catalog.searches_too_many': 'You are searching too fast. Please wait a moment and try again.',
  'catalog.searches_busy': 'Too many people are searching right now. Please try again in a moment.',
  'catalog.bulk_too_many': 'Up to 100 episodes can be changed at once.',
  'catalog.marked_by_moderator': 'A moderator marked this episode as NSFW. Only a moderator can change that.',

  ...subtitlesMessages,

  'series.not_found': 'Series Not Found',
  'series.creators_only': 'Only creators can create a series.',
  'series.owner_only': 'Only the creator of this series can do that.',
  'series.title_required': 'Please enter a title for the series.',
  'series.title_invalid': 'The series title must be plain text, 120 characters or fewer.',
  'series.description_invalid': 'The series description must be plain text, 1,000 characters or fewer.',
  'series.too_many': 'A creator can have up to 100 series.',
  'series.episodes_too_many': 'A series can have up to 200 episodes.',
  'series.episode_twice': 'An episode can be in a series only once.',
  'series.episode_of_other': 'A series can only have your own episodes.',
  'series.episode_taken': 'An episode is already in another series. Please remove it from that series first.',
  'series.number_invalid': 'Please enter a whole number, from 1 to the number of episodes in the series.',
  'series.number_without_series': 'Please choose a series for this number.',
  'series.arcs_invalid': 'Each arc needs a title of at most 80 characters and episodes of its own.',
  'series.cover_not_public': 'Please choose a public episode of this series that is not marked NSFW.',
  'series.poster_missing': imageMessages.missing,
  'series.poster_no_picture': imageMessages.noPicture,
  'series.poster_too_large': imageMessages.tooLarge,
  'series.poster_unreadable': imageMessages.unreadable,

  'engagement.visit_id_invalid': 'A visit ID must be 1 to 64 letters, digits, dashes or underscores.',
  'engagement.kind_unknown': 'The kind of a view must be watch or preview.',
  'engagement.comment_required': 'Please write a comment.',
  'engagement.comment_invalid': 'The comment must be plain text, 2,000 characters or fewer.',
  'engagement.comment_not_found': 'This comment does not exist. It may have been deleted.',
  'engagement.comment_not_yours': 'Only the author of this comment and the creator of the episode can delete it.',
  'engagement.author_only': 'Only the author of this comment can edit it.',
  'engagement.hidden_by_moderator': 'A moderator hid this comment. Only a moderator can unhide it.',
  'engagement.episode_creator_only': 'Only the creator of the episode can pin or hide comments.',
  'engagement.comments_closed': COMMENTS_CLOSED,
  'engagement.comments_closed_everywhere': COMMENTS_CLOSED_EVERYWHERE,
  'engagement.comments_blocked': 'You cannot comment on the episodes of this creator.',
  'engagement.comment_repeated':
    'You just posted the same comment. Please wait ten minutes, or write something different.',
  'engagement.comment_not_pinnable': 'You can pin a public comment, but not a reply or a hidden comment.',
  'engagement.reply_to_reply': 'You cannot reply to a reply. Please reply to the comment itself.',
  'engagement.block_self': 'You cannot block yourself.',
  'engagement.account_not_found': 'This account does not exist. It may have been deleted.',
  'engagement.too_many_comments': 'You are commenting too fast. Please wait a moment and try again.',
  'engagement.too_many_comments_today': 'You have written 60 comments in 24 hours. Please try again later.',
  'engagement.note_required': 'Please write a note.',
  'engagement.note_invalid': 'A note must be one line of plain text, 120 characters or fewer.',
  'engagement.frame_required': 'A comment on the picture needs a frame.',
  'engagement.frame_outside': 'This frame is not part of the episode.',
  'engagement.note_not_found': 'This note does not exist. It may have been deleted.',
  'engagement.note_not_yours': 'Only the author of this note and the creator of the episode can delete it.',
  'engagement.note_creator_only': 'Only the creator of the episode can pin or hide notes.',
  'engagement.note_hidden_by_moderator': 'A moderator hid this note. Only a moderator can unhide it.',
  'engagement.note_repeated':
    'You just posted the same note here. Please wait ten minutes, or write something different.',
  'engagement.note_not_pinnable': 'Only a public note can be pinned.',
  'engagement.too_many_pinned_notes': 'An episode has at most 3 pinned notes. Please unpin one of them first.',
  'engagement.mute_self': 'You cannot mute yourself.',
  'engagement.too_many_notes': 'You are writing notes too fast. Please wait a moment and try again.',
  'engagement.cursor_invalid': CURSOR_INVALID,
  'engagement.too_many_streams': 'Too many live dashboards are open. Please close one of them.',
  'engagement.range_invalid': 'Please choose a start and end date that cover 366 days or fewer.',

  'library.position_past_end': 'This position is past the end of the episode.',

  'community.follow_self': 'You cannot follow yourself.',
  'community.cursor_invalid': CURSOR_INVALID,
  'community.notification_not_found': 'This notification does not exist. It may have been removed.',
  'community.too_many_streams': 'Hoshi is open in too many windows. Please close one of them.',
  'community.unsubscribe_invalid':
    'This unsubscribe link is incomplete. Please use the full link from the email, or turn off the digest in Settings.',

  ...moderationMessages,
}

/** The message of a refusal code; null for an unknown code. @param values those that the sentence names, if any */
export function messageFor(code: string, values: Readonly<Record<string, string>> = {}): string | null {
  const { until, reason } = values
  if (code === 'identity.suspended' && until !== undefined && reason !== undefined) return suspended({ until, reason })
  return Object.hasOwn(messages, code) ? messages[code as RefusalCode] : null
}
