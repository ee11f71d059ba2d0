import { useEffect, useState } from 'react'
import { type ShownRefusal, toRefusal } from '#app/http/refusal-shown.ts'
import { useNotesOnceUsed } from '#app/notes/note-store.ts'
import { currentSeconds } from '#app/playback/watch-video.ts'
import { COMMENT_MAX_CHARACTERS } from '#engagement/comments/comment.ts'
import { NOTE_MAX_CHARACTERS } from '#engagement/comments/note.ts'
import type { Discussion } from './discussion.ts'
import { readDraft, saveDraft } from './draft.ts'
import { afterTyping, runningMoment, toggleMoment, toggleOnPicture } from './writing-moment.ts'

/** A new comment on the episode while it is written. @param isUsed whether its place is open */
export function useWriting({ episode, actions, notes, refusedTextOf }: Discussion, isUsed: boolean) {
  const refusedText = refusedTextOf('write') ?? ''
  const [text, setText] = useState(refusedText)
  const [moment, setMoment] = useState(runningMoment)
  const [isBusy, setIsBusy] = useState(false)
  const [refusal, setRefusal] = useState<ShownRefusal | null>(null)
  const [wasUsed, setWasUsed] = useState(false)
  if (isUsed && !wasUsed) setWasUsed(true)
  const film = useNotesOnceUsed(wasUsed ? notes : null, episode.durationSeconds ?? 0)
  const store = film?.store
  useEffect(() => {
    // A comment is stored by its frame, which where the rate varies depends on all before it.
    if (isUsed) void store?.readTimes().catch(() => {})
  }, [isUsed, store])
  const [isRestored, setRestored] = useState(false)
  useEffect(() => {
    const draft = readDraft(episode.id)
    if (draft) setText((typed) => typed || draft.text)
    if (draft) setMoment(draft.moment)
    setRestored(true)
  }, [episode.id])
  useEffect(() => {
    if (isRestored) saveDraft(episode.id, { text, moment })
  }, [isRestored, episode.id, text, moment])
  const limit = moment.isOnPicture ? NOTE_MAX_CHARACTERS : COMMENT_MAX_CHARACTERS
  const length = [...text].length

  function clear(): void {
    setText('')
    setMoment(runningMoment)
    setRefusal(null)
  }

  /** @returns whether the comment is stored */
  async function send(): Promise<boolean> {
    if (isBusy || length > limit) return false
    setIsBusy(true)
    setRefusal(null)
    // The comment is in the list while it is sent.
    setText('')
    setMoment(runningMoment)
    try {
      const frame = moment.isChosen && store ? await store.frameAt(moment.seconds ?? 0) : null
      const stored = await actions.write(moment.isOnPicture ? inOneLine(text) : text, {
        parentId: null,
        frame,
        onPicture: frame !== null && moment.isOnPicture,
      })
      if (stored.onPicture) store?.add(stored)
      return true
    } catch (thrown) {
      // Text that was typed since is kept below.
      setText((typed) => (typed === '' ? text : `${text}\n${typed}`))
      setMoment(moment)
      setRefusal(toRefusal(thrown))
      return false
    } finally {
      setIsBusy(false)
    }
  }

  return {
    text,
    moment,
    length,
    limit,
    isBusy,
    refusal,
    /** When each frame is shown; null until the place is used, and for an episode without a film. */
    times: film?.state.times ?? null,
    type(typed: string) {
      setText(typed)
      setMoment(afterTyping(moment, typed, currentSeconds()))
    },
    toggleMoment: () => setMoment(toggleMoment(moment, text, currentSeconds())),
    toggleOnPicture: () => setMoment(toggleOnPicture(moment, currentSeconds())),
    /** Makes the comment belong to the frame that is shown now, unless it belongs to one. */
    writeHere: () =>
      setMoment((chosen) => (chosen.isChosen ? chosen : toggleMoment(runningMoment, '', currentSeconds()))),
    clear,
    send,
  }
}

export type Writing = ReturnType<typeof useWriting>

/** A text on the picture has one line. */
function inOneLine(text: string): string {
  return text.replace(/\s*[\n\u2028\u2029]+\s*/gu, ' ')
}
