import { runningMoment, type WritingMoment } from './writing-moment.ts'

/** A comment that a person began. It stays in this tab until it is sent or given up. */
export interface Draft {
  text: string
  moment: WritingMoment
}

const keyOf = (episodeId: string) => `comment on ${episodeId}`

export function saveDraft(episodeId: string, { text, moment }: Draft): void {
  try {
    if (text === '') sessionStorage.removeItem(keyOf(episodeId))
    else
      sessionStorage.setItem(
        keyOf(episodeId),
        JSON.stringify({ text, seconds: moment.isChosen ? moment.seconds : null }),
      )
  } catch {
    // Storage is full or forbidden: the text is only in the field.
  }
}

/** The saved text with its moment, if one was chosen; null if there is none. The film plays on, so it is not on the picture. */
export function readDraft(episodeId: string): Draft | null {
  try {
    const saved: unknown = JSON.parse(sessionStorage.getItem(keyOf(episodeId)) ?? 'null')
    if (typeof saved !== 'object' || saved === null || !('text' in saved) || typeof saved.text !== 'string') return null
    const seconds = 'seconds' in saved && typeof saved.seconds === 'number' ? saved.seconds : null
    const moment = seconds === null ? runningMoment : { seconds, isChosen: true, isOnPicture: false }
    return { text: saved.text, moment }
  } catch {
    return null
  }
}
