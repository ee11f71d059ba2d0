import { type KeyboardEvent, type MouseEvent, useEffect, useId, useRef } from 'react'
import { findVideo, focusPlayer } from '#app/playback/watch-video.ts'
import { connectWriting } from '#app/player/write-here.ts'
import { Avatar } from '#app/ui/avatar.tsx'
import { PegHoles } from '#app/ui/paper-card.tsx'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import { CharacterCount } from './character-count.tsx'
import type { Discussion } from './discussion.ts'
import { MomentChip } from './moment-chip.tsx'
import { RefusalLine } from './refusal-line.tsx'
import { useAboveKeyboard } from './use-above-keyboard.ts'
import { useHeldOpen } from './use-held-open.ts'
import { useNotePreview } from './use-note-preview.ts'
import { useWriting, type Writing } from './use-writing.ts'

/**
 * The one place to write in: a slot, which unfolds into paper while it is used. The styles unfold it too, by the focus and
 * the text in it, since the field works before and without scripts.
 */
export function Composer({ discussion }: { discussion: Discussion }) {
  const { user, notes, path, refusalOf } = discussion
  const id = useId()
  const sheet = useRef<HTMLDivElement>(null)
  const field = useRef<HTMLTextAreaElement>(null)
  const isHydrated = useHydrated()
  const { isHeld, isFolded, fold } = useHeldOpen(sheet)
  const writing = useWriting(discussion, isHeld)
  const { text, moment, length, limit, isBusy } = writing
  useAboveKeyboard(sheet, isHeld)
  useNotePreview(writing)
  useWriteKey(() => {
    writing.writeHere()
    field.current?.focus()
  }, notes !== null)
  const isTooLong = length > limit
  const message = writing.refusal ? <RefusalLine refusal={writing.refusal} /> : refusalOf('write')

  /** Folds the paper; a text stays in the field. */
  function leave(): void {
    if (!focusPlayer()) field.current?.blur()
    fold()
  }

  async function send(): Promise<void> {
    field.current?.focus()
    const isStored = await writing.send()
    // On a phone the keyboard would stay in front of the list.
    if (isStored && matchMedia('(pointer: coarse)').matches) field.current?.blur()
  }

  function handleKeyDown(event: KeyboardEvent): void {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Escape') leave()
    else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void send()
    else return
    event.preventDefault()
  }

  return (
    <div className="composer">
      {user && <Avatar name={user.name} url={user.avatarUrl} size="small" />}
      <div
        ref={sheet}
        className={['composer-sheet', isHeld && 'is-open', isFolded && 'is-folded'].filter(Boolean).join(' ')}
      >
        <PegHoles />
        <form
          className="composer-form"
          method="post"
          action={path({})}
          onSubmit={(event) => {
            event.preventDefault()
            void send()
          }}
          onKeyDown={handleKeyDown}
        >
          <input type="hidden" name="intent" value="write" />
          <textarea
            ref={field}
            className="input input-area"
            name="text"
            aria-label="Your comment"
            aria-describedby={`${id}-count${message ? ` ${id}-message` : ''}${moment.isOnPicture ? ` ${id}-hint` : ''}`}
            aria-invalid={message || isTooLong ? true : undefined}
            placeholder="What did you notice?"
            value={text}
            rows={3}
            onChange={(event) => writing.type(event.target.value)}
          />
          {message && (
            <p className="message" id={`${id}-message`} role="alert">
              {message}
            </p>
          )}
          {moment.isOnPicture && (
            <p className="composer-hint" id={`${id}-hint`}>
              {isTooLong
                ? 'Shorten it, or turn off ‘Show on the picture’.'
                : 'Drifts over the picture for 5 seconds at this frame. It also appears in the list below.'}
            </p>
          )}
          {/* A press leaves the focus in the field: a phone keeps its keyboard. */}
          {/* biome-ignore lint/a11y/noStaticElementInteractions: its buttons act */}
          <div className="composer-foot" onMouseDown={(event: MouseEvent) => event.preventDefault()}>
            {isHydrated && notes && (
              <Moment
                writing={writing}
                onToggle={() => {
                  writing.toggleMoment()
                  field.current?.focus()
                }}
              />
            )}
            <CharacterCount id={`${id}-count`} length={length} limit={limit} />
            {isHydrated && (
              <button
                type="button"
                className="button button-text button-small composer-cancel"
                onClick={() => {
                  writing.clear()
                  leave()
                }}
              >
                Cancel
              </button>
            )}
            <button
              type="submit"
              className="button button-small button-primary"
              disabled={isBusy || (isHydrated && isTooLong)}
            >
              Comment
            </button>
          </div>
        </form>
      </div>
    </div>
  )
}

/** Whether the comment belongs to a moment of the film, and whether it is shown there. */
function Moment({ writing, onToggle }: { writing: Writing; onToggle(): void }) {
  const { moment, times, toggleOnPicture } = writing
  return (
    <>
      <MomentChip moment={moment} times={times} onToggle={onToggle} />
      <label className="switch composer-switch">
        <input
          type="checkbox"
          // biome-ignore lint/a11y/useAriaPropsForRole: a checkbox exposes natively whether it is checked
          role="switch"
          checked={moment.isOnPicture}
          onChange={toggleOnPicture}
        />
        Show on the picture
      </label>
    </>
  )
}

/** Lets the player's key for writing open the place, out of full screen. */
function useWriteKey(open: () => void, hasFilm: boolean): void {
  const latest = useRef(open)
  latest.current = open
  useEffect(() => {
    if (!hasFilm) return
    return connectWriting(() => {
      if (document.fullscreenElement?.contains(findVideo())) void document.exitFullscreen()
      latest.current()
    })
  }, [hasFilm])
}
