/** Text streams of one file that are read; further ones are left out. */
export const TEXT_STREAMS_MAX = 16
/** Attached fonts of one file that are read. */
export const ATTACHED_FONTS_MAX = 40

/** A text that was in the file of a video: WebVTT, SubRip or ASS, as a file. */
export interface TextStream {
  /** As the file states it, nearly always an ISO 639-2 code; empty when it does not. */
  language: string
  title: string
  isForced: boolean
  isForHearingImpaired: boolean
  path: string
}

/** The texts and fonts in the file of a video. The extracted files are temporary. */
export interface FileTexts {
  texts: TextStream[]
  /** Files attached as fonts, unchecked. */
  fonts: string[]
}

export interface FileTextLimits {
  textBytes: number
  fontBytes: number
}
