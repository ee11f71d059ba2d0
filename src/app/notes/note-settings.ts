import { useSyncExternalStore } from 'react'
import { foldText } from '#platform/folded-text.ts'

/** How notes are shown in this browser. */
export interface NoteSettings {
  /** Whether they are on the picture. */
  isOn: boolean
  atOnce: 1 | 2 | 3
  /** Opacity in percent. */
  strength: (typeof strengths)[number]
  pace: keyof typeof paces
  /** Notes with one of these are left out. */
  words: readonly string[]
  /** Whether only notes of people whom the viewer follows are read. */
  isFollowedOnly: boolean
}

export const strengths = [50, 75, 100] as const
/** How many times as long as usual a note stays. */
export const paces = { slow: 1.5, normal: 1, fast: 0.7 } as const
export const counts = [1, 2, 3] as const
const WORDS_MAX = 50
const WORD_MAX_CHARACTERS = 60

const STORAGE_KEY = 'hoshi.notes'
const initial: NoteSettings = { isOn: true, atOnce: 3, strength: 100, pace: 'normal', words: [], isFollowedOnly: false }

/** Reads stored text, which any script or extension may have written; absent settings have their defaults. */
export function parseNoteSettings(text: string | null): NoteSettings {
  try {
    const stored = JSON.parse(text ?? '{}') as Partial<Record<keyof NoteSettings, unknown>> | null
    const words = Array.isArray(stored?.words) ? stored.words.filter((word) => typeof word === 'string') : []
    return {
      isOn: stored?.isOn !== false,
      atOnce: counts.find((count) => count === stored?.atOnce) ?? initial.atOnce,
      strength: strengths.find((strength) => strength === stored?.strength) ?? initial.strength,
      pace: (Object.keys(paces) as NoteSettings['pace'][]).find((pace) => pace === stored?.pace) ?? initial.pace,
      words: readWords(words.join(',')),
      isFollowedOnly: stored?.isFollowedOnly === true,
    }
  } catch {
    return initial
  }
}

/** The words of a text, which commas and line breaks divide. */
export function readWords(text: string): string[] {
  const words = text
    .split(/[,\n]/)
    .map((word) => word.trim().slice(0, WORD_MAX_CHARACTERS))
    .filter((word) => word !== '')
  return [...new Set(words)].slice(0, WORDS_MAX)
}

/** Whether a note has one of the words, in any case, width and kana. */
export function isLeftOut(text: string, words: readonly string[]): boolean {
  const folded = foldText(text)
  return words.map(foldText).some((word) => word !== '' && folded.includes(word))
}

let current: NoteSettings | null = null
const listeners = new Set<() => void>()

function read(): NoteSettings {
  current ??= parseNoteSettings(readText())
  return current
}

export function changeNoteSettings(changes: Partial<NoteSettings>): void {
  current = { ...read(), ...changes }
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify(current))
  } catch {
    // Private windows of some browsers have no storage.
  }
  for (const listener of listeners) listener()
}

/** Shows notes on the picture, or hides them. @returns whether they are shown now */
export function toggleNotes(): boolean {
  changeNoteSettings({ isOn: !read().isOn })
  return read().isOn
}

/** The settings of this browser; as at first on the server and until hydration. */
export function useNoteSettings(): NoteSettings {
  return useSyncExternalStore(subscribe, read, () => initial)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function readText(): string | null {
  try {
    return localStorage.getItem(STORAGE_KEY)
  } catch {
    return null
  }
}
