import type { RefusalCode } from '#platform/refusal.ts'
import type { SubtitlesProblem } from '#subtitles/text/read-subtitles.ts'

/** Messages of the refusals of subtitles. */
export const subtitlesMessages = {
  'subtitles.not_found': 'Subtitles Not Found',
  'subtitles.closed': 'The creator does not accept subtitles from others for this episode.',
  'subtitles.not_yours': 'You can only change your own subtitles or subtitles on your own episodes.',
  'subtitles.creator_only': 'Only the creator of the episode can do that.',
  'subtitles.hidden_by_moderator': 'A moderator hid these subtitles. Only a moderator can show them again.',
  'subtitles.declined': 'The creator of the episode declined these subtitles.',
  'subtitles.changed': 'These subtitles have changed since you opened them. Please reload and review them again.',
  'subtitles.file_missing': 'Please choose a subtitle file.',
  'subtitles.too_large': 'A subtitle file can be up to 10 MB.',
  'subtitles.encoding_unknown': 'The text encoding of this file is not supported. Please save it as UTF-8.',
  'subtitles.format_unknown': 'This is not a WebVTT, SRT, ASS or SSA file.',
  'subtitles.empty': 'This file contains no timed lines.',
  'subtitles.too_many_cues': 'Subtitles can have up to 20,000 lines.',
  'subtitles.names_files': 'The styles in this file refer to other files. Please remove those references.',
  'subtitles.language_unknown': 'Please choose a language.',
  'subtitles.kind_unknown': 'Please choose subtitles, captions or signs.',
  'subtitles.label_invalid': 'The name must be plain text, 60 characters or fewer.',
  'subtitles.words_invalid': 'Your message must be plain text, 1,000 characters or fewer.',
  'subtitles.font_missing': 'Please choose a font.',
  'subtitles.font_too_large': 'A font can be up to 12 MB.',
  'subtitles.font_licence': 'Please confirm that you have the right to share this font.',
  'subtitles.font_unsound': 'This is not a valid TrueType, OpenType or WOFF font.',
  'subtitles.font_not_ass': 'Only ASS and SSA subtitles can include fonts.',
  'subtitles.font_unknown': 'This font no longer exists.',
  'subtitles.too_many_fonts': 'Subtitles can include up to 8 fonts, and an episode up to 40.',
  'subtitles.fonts_unavailable': 'Fonts cannot be checked on this site, so none can be added.',
  'subtitles.version_unknown': 'This version no longer exists.',
  'subtitles.too_many': 'An episode can have up to 100 subtitles.',
  'subtitles.too_many_drafts': 'You can have up to 5 subtitle tracks awaiting review per episode.',
  'subtitles.too_much_stored': 'Your subtitle storage is full. Please delete some subtitles first.',
  'subtitles.saved_too_often': 'You have saved subtitles 120 times in an hour. Please try again later.',
  'subtitles.too_much_work': 'These subtitles take too long to read. Please make them smaller.',
  'subtitles.reading_busy': 'Too many subtitles are being read at the moment. Please try again in a few seconds.',
  'subtitles.conversions_too_many':
    'Your network has requested too many subtitle conversions. Please wait a minute and try again.',
} satisfies Partial<Record<RefusalCode, string>>

type FileProblem = SubtitlesProblem | 'too_large'

/** The message about a file with subtitles that cannot be read. */
export function messageOf(problem: FileProblem): string {
  return subtitlesMessages[`subtitles.${problem}`]
}
