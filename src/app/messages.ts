import { catalogRefusals } from '#catalog/refusals.ts'
import { creatorsRefusals } from '#creators/refusals.ts'
import { engagementRefusals } from '#engagement/refusals.ts'
import { identityRefusals } from '#identity/refusals.ts'
import { platformRefusals } from '#platform/refusals.ts'
import { videoRefusals } from '#video/refusals.ts'

/** HTTP status of every refusal in the product. */
export const refusalStatus = {
  ...platformRefusals,
  ...identityRefusals,
  ...creatorsRefusals,
  ...videoRefusals,
  ...catalogRefusals,
  ...engagementRefusals,
}

export type RefusalCode = keyof typeof refusalStatus

/** The sentence a person reads for each refusal. Quoted ones are the specification's own. @see docs/product.md#error-catalogue */
export const messages: Record<RefusalCode, string> = {
  'request.not_found': '404 Not Found',
  'request.foreign_origin': 'This request came from another site and was not carried out.',
  'request.token_invalid': 'This access token is not valid here.',
  'request.invalid': 'Something in this request is not as it should be.',
  'request.unreadable': 'This request could not be read.',
  'request.too_large': 'This is larger than what can be taken here.',
  'request.wrong_method': 'This address cannot be used that way.',
  'request.wrong_type': 'This kind of content cannot be taken here.',
  'request.too_many': 'Too many requests. Please wait a moment and try again.',
  'request.busy': 'Hoshi has too much of this to do right now. Please try again in a moment.',

  'identity.email_invalid': 'Please enter a valid email address.',
  'identity.email_taken': 'An account with this email address already exists.',
  'identity.password_required': 'Please enter a password.',
  'identity.password_too_short': 'The password must have at least 8 characters.',
  'identity.password_too_long': 'The password may have at most 128 characters.',
  'identity.password_wrong': 'The current password is not right.',
  'identity.role_unknown': 'The account type must be Viewer or Creator.',
  'identity.terms_not_agreed': 'You must agree to the Terms of Service and Privacy Policy to register.',
  'identity.sign_in_failed': 'The email address or the password is not right.',
  'identity.sign_in_required': 'You must be logged in.',
  'identity.reset_link_invalid': 'This reset link is no longer valid. Please ask for a new one.',
  'identity.export_missing': 'There is no export. Please ask for one first.',
  'identity.too_many_sign_ups': 'Too many sign-ups from this address. Please try again later.',
  'identity.too_many_sign_ins': 'Too many failed attempts. Please wait a few minutes and try again.',
  'identity.too_many_resets': 'Too many reset requests. Please try again later.',

  'creators.not_found': 'Creator Not Found',
  'creators.creators_only': 'Only creators have a public profile.',
  'creators.already_creator': 'This account is a creator already.',
  'creators.username_taken': 'This username is already taken.',
  'creators.username_looks_taken':
    'This username looks like one that is already taken. Please choose one that differs more.',
  'creators.username_invisible':
    'This username has characters that cannot be seen. Please type it anew, with visible ones only.',
  'creators.username_reserved': 'This username is reserved for the people who run Hoshi. Please choose another.',
  'creators.username_invalid': 'The username may have at most 40 characters and must be plain text.',
  'creators.bio_invalid': 'The bio may have at most 1000 characters and must be plain text.',
  'creators.support_link_invalid': 'The Patreon URL must be a web address that starts with http:// or https://.',
  'creators.avatar_missing': 'Please choose a picture.',
  'creators.avatar_no_picture': 'The picture must be a JPEG, PNG, WebP or GIF file.',
  'creators.avatar_too_large': 'The picture may have at most 5 MB.',
  'creators.avatar_unreadable':
    'This picture is damaged or larger than 40 megapixels. Save it again and choose that file.',

  'video.not_found': 'There is no such video.',
  'video.creators_only': 'Only creators can upload content.',
  'video.name_invalid': 'The file name may have at most 255 characters and must be plain text.',
  'video.size_invalid': 'The size of the file must be a positive whole number of bytes.',
  'video.too_many_bytes': 'This file is larger than what can be uploaded here.',
  'video.quota_reached': 'Your storage is full. Delete an episode to make room.',
  'video.in_use': 'An episode stands on this video. Delete the episode instead.',
  'video.not_made_here': 'This video was not made through this API and is only shown here.',
  'video.copy_unavailable': 'Videos are not fetched from other addresses here. Please send the file itself.',
  'video.awaited': 'An episode waits for this video. Cancel that replacement instead.',
  'video.not_retryable': 'This video cannot be tried again. Please upload the file once more.',
  'video.retried_too_often':
    'This video has been tried again three times. Export the file anew and upload the new one.',
  'video.too_many_failures':
    'Too many of your files could not be processed within an hour. Please check them and try again later.',
  'video.poster_fixed': 'The video service chooses the pictures here; they cannot be changed.',
  'video.poster_too_early': 'This video does not play yet. Its picture can be changed once it does.',
  'video.poster_missing': 'Please choose a picture.',
  'video.poster_too_large': 'The picture may have at most 5 MB.',
  'video.poster_no_picture': 'The picture must be a JPEG, PNG, WebP or GIF file.',
  'video.poster_unreadable':
    'This picture is damaged or larger than 40 megapixels. Save it again and choose that file.',
  'video.poster_time_invalid': 'Please choose a moment of the film, in seconds from its beginning.',
  'video.size_mismatch': 'The file that arrived is not the size that was announced.',
  'video.file_missing': 'Please select a video file.',
  'video.upload_not_found': 'There is no such upload address.',
  'video.upload_gone': 'This upload has expired or was cancelled. Please start again.',
  'video.upload_finished': 'This upload is complete; its address takes nothing more.',
  'video.upload_offset': 'The upload must continue exactly where it stopped.',
  'video.upload_malformed': 'This upload request is not well formed.',
  'video.upload_protocol': 'This upload address speaks tus 1.0.0.',
  'video.upload_busy': 'This upload is being written by another connection.',
  'video.host_unavailable': 'The video service cannot be reached right now. Please try again in a moment.',
  'video.storage_full': 'There is no room left on the server. Please try again later.',
  'video.too_many_unfinished':
    'You have too many unfinished uploads. Finish or cancel some of them, or try again tomorrow.',
  'video.too_much_under_way': 'You are uploading too much at once. Please wait until a file has arrived.',

  'catalog.episode_not_found': 'Episode Not Found',
  'catalog.creators_only': 'Only creators can upload content.',
  'catalog.owner_only': 'Only the creator of this episode can do that.',
  'catalog.title_required': 'Please enter a title.',
  'catalog.title_invalid': 'The title may have at most 120 characters and must be plain text.',
  'catalog.genre_required': 'Please enter a genre.',
  'catalog.genre_invalid': 'The genre may have at most 40 characters and must be plain text.',
  'catalog.description_invalid': 'The description may have at most 5000 characters and must be plain text.',
  'catalog.tags_invalid': 'There may be at most 20 tags of at most 40 characters each.',
  'catalog.video_not_found': 'There is no such video among yours.',
  'catalog.video_failed': 'This video could not be processed, so no episode can stand on it.',
  'catalog.video_taken': 'This video already belongs to an episode.',
  'catalog.replacement_missing': 'This episode does not wait for such a file.',
  'catalog.cursor_invalid': 'This place in the list no longer exists. Please start from the beginning.',
  'catalog.search_invalid': 'A search may have at most 200 characters and must be plain text.',
  'catalog.searches_too_many': 'You are searching very fast. Please wait a moment and try again.',
  'catalog.searches_busy': 'Too many people are searching right now. Please try again in a moment.',
  'catalog.search_abandoned': 'This search was given up before it was done.',
  'catalog.nsfw_locked': 'This episode was marked as NSFW by a moderator; only a moderator can change that.',

  'engagement.visit_id_invalid': 'A visit id is 1 to 64 letters, digits, dashes or underscores.',
  'engagement.kind_unknown': 'A view is either a watch or a preview.',
  'engagement.comment_required': 'Please write a comment.',
  'engagement.comment_invalid': 'The comment may have at most 2000 characters and must be plain text.',
  'engagement.comment_not_found': 'There is no such comment.',
  'engagement.comment_not_yours': 'Only its author and the creator of the episode can delete this comment.',
  'engagement.too_many_comments': 'You are commenting too fast. Please wait a moment and try again.',
  'engagement.cursor_invalid': 'This place in the list no longer exists. Please start from the beginning.',
  'engagement.too_many_streams': 'Too many live dashboards are open. Please close one of them.',
}

/** The sentence for a code that may come from anywhere; null when it is none of ours. */
export function messageFor(code: string): string | null {
  return code in messages ? messages[code as RefusalCode] : null
}
