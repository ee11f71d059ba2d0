import type { SubtitleFont } from './fonts/font.ts'
import type { TextWarning } from './text/warnings.ts'

/** @see docs/product.md#subtitles */
export const SUBTITLE_MAX_BYTES = 10 * 1024 ** 2
export const CUES_MAX = 20_000
/** Characters of one cue that are shown and found; the file keeps the rest. */
export const CUE_MAX_CHARACTERS = 1000
export const LABEL_MAX_CHARACTERS = 60
export const WORDS_MAX_CHARACTERS = 1000
/** Lines that differ, of a comparison of two versions. */
export const CHANGES_MAX = 1000
/** Texts of one episode, by anybody. */
export const SUBTITLES_PER_EPISODE = 100
/** Texts of one person, other than its creator, on an episode that are not approved. */
export const DRAFTS_PER_PERSON = 5
/** New texts and new versions of one person in an hour. */
export const SAVES_PER_HOUR = 120
/** Bytes of all versions that one person wrote. */
export const STORED_MAX_BYTES = 64 * 1024 ** 2
/** Older versions go, but the approved one. */
export const VERSIONS_KEPT = 50

export const subtitleKinds = ['subtitles', 'captions', 'signs'] as const
/** Translated or spoken dialogue; the same with sounds, for people who do not hear them; or written text only. */
export type SubtitleKind = (typeof subtitleKinds)[number]

/** Waits for a review, or was asked to change; is shown to everybody; or was refused. */
export const subtitleStates = ['draft', 'changes', 'approved', 'declined'] as const
export type SubtitleState = (typeof subtitleStates)[number]

export const reviewOutcomes = ['approved', 'changes', 'declined'] as const
export type ReviewOutcome = (typeof reviewOutcomes)[number]

export const subtitleFormats = ['vtt', 'srt', 'ass'] as const
export type SubtitleFormat = (typeof subtitleFormats)[number]

/** A line of a text, as plain text. Times in seconds from the first frame. */
export interface Cue {
  from: number
  to: number
  /** One or more lines, none of them empty. */
  text: string
}

/** The author of a text or of a version; null once the account is deleted. */
export interface SubtitleAuthor {
  uid: string
  /** Empty for an account without a public profile. */
  username: string
}

/** Subtitles of an episode, as one particular reader may see them. */
export interface Subtitle {
  id: string
  episodeId: string
  /** BCP 47, in its canonical form. */
  language: string
  kind: SubtitleKind
  /** Shown in menus; the name of the language unless its author chose another. */
  label: string
  format: SubtitleFormat
  /** Others than its author and the episode's creator see approved versions only. */
  state: SubtitleState
  author: SubtitleAuthor | null
  cues: number
  /** Number of the version that this reader sees. */
  version: number
  /** Number of the version that everybody sees; null for none. */
  approvedVersion: number | null
  /** The creator's message at the last review; for its author and the creator, else empty. */
  words: string
  /** Parts of its file that were left out, changed or assumed; for its author and the creator, else none. */
  warnings: TextWarning[]
  /** Whether it came with the file of the video. */
  isFromFile: boolean
  /** Whether a moderator hid it: only its author and the episode's creator see it. */
  isHidden: boolean
  /** Only of a text in ASS: fonts that its script may name. */
  fonts: SubtitleFont[]
  /** Whether this reader is its author or the episode's creator. */
  mayWrite: boolean
  updatedAt: Date
}

/** A version of a text, as its author and the episode's creator see it. */
export interface SubtitleVersion {
  number: number
  author: SubtitleAuthor | null
  format: SubtitleFormat
  cues: number
  /** Lines that it has and the version before has not, and the other way round. */
  added: number
  removed: number
  createdAt: Date
}

/** Language of a text that nothing states. */
export const UNKNOWN_LANGUAGE = 'und'

/** The name of a language in English: 'Japanese', 'Portuguese (Brazil)'. */
export function languageName(language: string): string {
  return language === UNKNOWN_LANGUAGE ? 'Unknown language' : (names.of(language) ?? language)
}

const names = new Intl.DisplayNames(['en'], { type: 'language', languageDisplay: 'standard' })

/** The canonical form of a language tag; null for anything else. */
export function readLanguage(raw: string): string | null {
  if (raw.length < 2 || raw.length > 35) return null
  try {
    return Intl.getCanonicalLocales(raw)[0] ?? null
  } catch {
    return null
  }
}
