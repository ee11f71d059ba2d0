/** A text that can be shown with the video. */
export interface CaptionTrack {
  id: string
  /** BCP 47. */
  language: string
  label: string
  kind: 'subtitles' | 'captions' | 'signs'
  format: 'vtt' | 'srt' | 'ass'
  /** The text in its own format, and as WebVTT. */
  url: string
  vttUrl: string
  /** Addresses of the fonts of a script. */
  fonts: readonly string[]
  /** Its origin in a few words: 'by hana, checked'. */
  by: string
}

/** The texts of an episode for the player. */
export interface CaptionOptions {
  tracks: readonly CaptionTrack[]
  /** Whether texts are fetched with the viewer's cookies. */
  credentials: 'same-origin' | 'omit'
}

/** The choice of captions that this device remembers, without their style. */
export interface CaptionChoice {
  isOn: boolean
  /** Empty until one was chosen. */
  language: string
  kind: CaptionTrack['kind']
}

const STORAGE_KEY = 'hoshi.captions'
const noChoice: CaptionChoice = { isOn: false, language: '', kind: 'subtitles' }

export function rememberedCaptions(): CaptionChoice {
  try {
    const { isOn, language, kind } = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? '{}') as Partial<CaptionChoice>
    if (typeof isOn !== 'boolean' || typeof language !== 'string') return noChoice
    return { isOn, language, kind: kind === 'captions' || kind === 'signs' ? kind : 'subtitles' }
  } catch {
    // Private windows of some browsers have no storage, and stored text may be any.
    return noChoice
  }
}

export function rememberCaptions(choice: CaptionChoice): void {
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify(choice))
  } catch {
    // It is chosen again next time.
  }
}

/**
 * The text that is shown when a viewer turns captions on: the one chosen last, else one in a language of the viewer,
 * else the first; dialogue before signs alone.
 * @param languages of the browser, the preferred one first
 */
export function trackFor(
  tracks: readonly CaptionTrack[],
  { language, kind }: Pick<CaptionChoice, 'language' | 'kind'>,
  languages: readonly string[],
): CaptionTrack | null {
  const spoken = [...(language ? [language] : []), ...languages].map(baseOf)
  const rank = (track: CaptionTrack) => {
    const at = spoken.indexOf(baseOf(track.language))
    const ofLanguage = track.language === language ? -1 : at === -1 ? spoken.length : at
    return ofLanguage * 4 + (track.kind === kind ? 0 : track.kind === 'signs' ? 2 : 1)
  }
  return tracks.toSorted((one, other) => rank(one) - rank(other))[0] ?? null
}

function baseOf(language: string): string {
  return language.split('-')[0]!.toLowerCase()
}
