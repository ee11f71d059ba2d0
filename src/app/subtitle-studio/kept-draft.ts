import { writeScript } from '#subtitles/script/script.ts'
import type { Script } from '#subtitles/script/script-parts.ts'
import { type SubtitleFormat, subtitleFormats } from '#subtitles/subtitle.ts'

/** Changes of a text that are not saved yet, as this device keeps them. */
export interface KeptDraft {
  format: SubtitleFormat
  text: string
  /** The version that was changed; null for a new text. */
  version: number | null
}

export function readDraft(key: string): KeptDraft | null {
  try {
    const { format, text, version } = JSON.parse(localStorage.getItem(key) ?? '{}') as Partial<KeptDraft>
    const known = subtitleFormats.find((each) => each === format)
    if (!known || typeof text !== 'string') return null
    return { format: known, text, version: typeof version === 'number' ? version : null }
  } catch {
    // Private windows of some browsers have no storage, and stored text may be any.
    return null
  }
}

/** @returns whether the device has kept it */
export function keepDraft(key: string, script: Script, version: number | null): boolean {
  try {
    const draft: KeptDraft = { format: script.format, text: writeScript(script), version }
    localStorage.setItem(key, JSON.stringify(draft))
    return true
  } catch {
    return false
  }
}

export function dropDraft(key: string): void {
  try {
    localStorage.removeItem(key)
  } catch {
    // There is none then.
  }
}
