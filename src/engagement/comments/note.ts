import { Refusal } from '#platform/refusal.ts'
import { readText } from '#platform/text.ts'

/** @see docs/product.md#timed-notes */
export const NOTE_MAX_CHARACTERS = 120
/** Notes that one person may write in a minute. */
export const NOTES_PER_MINUTE = 10
/** A person cannot repeat a text at the same frame within this time. */
export const NOTE_REPEAT_MINUTES = 10
/** Pinned notes of one episode. */
export const PINNED_NOTES_MAX = 3
/** Notes in one answer. Where there are more, each part of the episode keeps the same share. */
export const NOTES_MAX = 2000
/** Parts of the episode, or of the requested range, which share the places of one answer. */
export const NOTE_PARTS = 200

/** A short text at a frame of an episode, as one particular viewer may see it. */
export interface Note {
  id: string
  text: string
  /** Number of its frame, from 0, in the order in which frames are shown. */
  frame: number
  createdAt: Date
  /** `username` is the display name; both texts are empty without a public profile. */
  author: { uid: string; username: string; avatarUrl: string }
  /** Whether the creator hid it: only the creator and its author see it. */
  hidden: boolean
  /** Whether the creator chose it: pinned notes are the first to get a place. */
  pinned: boolean
  /** Whether it needs the creator's approval: only the creator and its author see it. */
  held: boolean
}

export interface NoteList {
  /** In the order of their frames. */
  notes: Note[]
  /** Number of all notes for this viewer, which may be more than listed. */
  total: number
}

/** An account whose notes one person does not see. */
export interface MutedAccount {
  uid: string
  /** The display name; empty without a public profile, like the picture. */
  username: string
  avatarUrl: string
  mutedAt: Date
}

/** @throws Refusal engagement.note_required, engagement.note_invalid */
export function readNote(raw: string): string {
  const reading = readText(raw, { maxCharacters: NOTE_MAX_CHARACTERS })
  // The two separators break a line as well.
  if (!reading.ok || /[\u2028\u2029]/u.test(reading.text))
    throw new Refusal('engagement.note_invalid', { field: 'text' })
  if (reading.text === '') throw new Refusal('engagement.note_required', { field: 'text' })
  return reading.text
}
