import type { RefusalCode } from '#platform/refusal.ts'
import type { SubtitlesProblem } from '#subtitles/text/read-subtitles.ts'

/** Messages of the refusals of subtitles. */
export const subtitlesMessages = {
  'subtitles.not_found': 'Subtitles Not Found',
  'subtitles.closed': 'Its creator does not take subtitles by others for this episode.',
  'subtitles.not_yours': 'You can only change subtitles that you wrote, or those of your own episodes.',
  'subtitles.creator_only': 'Only the creator of the episode can do that.',
  'subtitles.hidden_by_moderator': 'A moderator hid these subtitles. Only a moderator can show them again.',
  'subtitles.declined': 'The creator of the episode declined these subtitles.',
  'subtitles.changed': 'These subtitles have changed since you read them. Please read them again.',
  'subtitles.file_missing': 'Please choose a file with subtitles.',
  'subtitles.too_large': 'A file with subtitles may have at most 10 MB.',
  'subtitles.encoding_unknown': 'The letters of this file cannot be read. Please save it as UTF-8.',
  'subtitles.format_unknown': 'This is not a file of WebVTT, SRT, ASS or SSA.',
  'subtitles.empty': 'There is no line with a text and a time in this file.',
  'subtitles.too_many_cues': 'Subtitles may have at most 20,000 lines.',
  'subtitles.names_files': 'The styles of this file name other files. Please remove them.',
  'subtitles.language_unknown': 'Please choose a language.',
  'subtitles.kind_unknown': 'Please choose subtitles, captions or signs.',
  'subtitles.label_invalid': 'The name of subtitles may have at most 60 characters and must be plain text.',
  'subtitles.words_invalid': 'Your words may have at most 1000 characters and must be plain text.',
  'subtitles.font_missing': 'Please choose a font.',
  'subtitles.font_too_large': 'A font may have at most 12 MB.',
  'subtitles.font_licence': 'Please tick that you may share this font.',
  'subtitles.font_unsound': 'This is not a sound TrueType, OpenType or WOFF font.',
  'subtitles.font_not_ass': 'Only subtitles in ASS or SSA can have fonts.',
  'subtitles.font_unknown': 'This font is no longer there.',
  'subtitles.too_many_fonts': 'Subtitles can have up to 8 fonts, and those of an episode up to 40.',
  'subtitles.fonts_unavailable': 'Fonts cannot be checked on this site, so none can be added.',
  'subtitles.version_unknown': 'This version is no longer there.',
  'subtitles.too_many': 'An episode can have up to 100 subtitles.',
  'subtitles.too_many_drafts': 'You can have up to 5 subtitles for an episode that wait for its creator.',
  'subtitles.too_much_stored': 'Your subtitles take up all the space there is for them. Please delete some first.',
  'subtitles.saved_too_often': 'You have saved subtitles 120 times within an hour. Please wait a while.',
  'subtitles.too_much_work': 'These subtitles take too long to read. Please make them smaller.',
  'subtitles.reading_busy': 'Too many subtitles are being read at the moment. Please try again in a few seconds.',
  'subtitles.conversions_too_many':
    'Your network has asked for too many subtitles in another format. Please wait a minute.',
} satisfies Partial<Record<RefusalCode, string>>

type FileProblem = SubtitlesProblem | 'too_large'

/** The message about a file with subtitles that cannot be read. */
export function messageOf(problem: FileProblem): string {
  return subtitlesMessages[`subtitles.${problem}`]
}
