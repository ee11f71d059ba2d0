import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { type ShownRefusal, toRefusal } from '#app/http/refusal-shown.ts'
import { currentSeconds, useCurrentSeconds } from '#app/playback/watch-video.ts'
import { formatCount, formatTime } from '#app/ui/format.ts'
import { Icon } from '#app/ui/icon.tsx'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import { COMMENT_MAX_CHARACTERS } from '#engagement/comments/comment.ts'

/** The number of characters left from which they are counted down. */
const FEW_CHARACTERS = 20

interface CommentFormProps {
  /** Accessible name of the field. */
  label: string
  placeholder?: string
  /** Path that the form posts to without scripts. */
  action: string
  intent: 'write' | 'reply' | 'edit'
  /** The comment that is answered or edited. */
  comment?: string
  initialText?: string
  submitName: string
  /** Answer to the form without scripts. */
  refused?: ReactNode
  isFocused?: boolean
  /** Whether the comment is on the page from the press on: the field is empty while the text is stored. */
  isShownAtOnce?: boolean
  /** Beside the submit button. */
  children?: ReactNode
  /** Stores the text; an error is shown, and the text stays. */
  onSubmit: (text: string) => Promise<void>
}

/** A strip of paper to write on. */
export function CommentForm(props: CommentFormProps) {
  const { label, initialText = '' } = props
  const id = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  const isHydrated = useHydrated()
  const [text, setText] = useState(initialText)
  const [isBusy, setIsBusy] = useState(false)
  const [refusal, setRefusal] = useState<ShownRefusal | null>(null)
  useEffect(() => {
    if (props.isFocused) field.current?.focus()
  }, [props.isFocused])
  // A text that arrives later, such as a draft.
  const [given, setGiven] = useState(initialText)
  if (given !== initialText) {
    setGiven(initialText)
    setText(initialText)
  }
  const length = [...text].length
  const isTooLong = length > COMMENT_MAX_CHARACTERS

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (isBusy) return
    setIsBusy(true)
    setRefusal(null)
    if (props.isShownAtOnce) setText('')
    try {
      await props.onSubmit(text)
      if (!props.isShownAtOnce) setText('')
    } catch (thrown) {
      // Text that was typed since is kept below.
      if (props.isShownAtOnce) setText((typed) => (typed === '' ? text : `${text}\n${typed}`))
      setRefusal(toRefusal(thrown))
    }
    setIsBusy(false)
  }

  function insertTime() {
    const area = field.current
    const time = formatTime(currentSeconds())
    const [from, to] = area ? [area.selectionStart, area.selectionEnd] : [text.length, text.length]
    const space = from > 0 && !/\s$/.test(text.slice(0, from)) ? ' ' : ''
    setText(`${text.slice(0, from)}${space}${time} ${text.slice(to)}`)
    area?.focus()
  }

  const message = refusal ? <Refusal refusal={refusal} /> : props.refused
  return (
    <form className="comment-form" method="post" action={props.action} onSubmit={submit}>
      <input type="hidden" name="intent" value={props.intent} />
      {props.comment && <input type="hidden" name="comment" value={props.comment} />}
      <textarea
        ref={field}
        className="input input-area"
        name="text"
        aria-label={label}
        aria-describedby={message ? `${id}-message` : `${id}-count`}
        aria-invalid={message || isTooLong ? true : undefined}
        placeholder={props.placeholder}
        value={text}
        onChange={(event) => setText(event.target.value)}
        rows={3}
      />
      {message && (
        <p className="message" id={`${id}-message`} role="alert">
          {message}
        </p>
      )}
      <div className="comment-form-foot">
        {isHydrated && <InsertTime onClick={insertTime} />}
        <CharacterRing id={`${id}-count`} length={length} />
        <span className="comment-form-end">
          {props.children}
          <button
            type="submit"
            className={`button button-small ${props.intent === 'edit' ? 'button-solid' : 'button-primary'}`}
            disabled={isBusy || (isHydrated && isTooLong)}
          >
            {props.submitName}
          </button>
        </span>
      </div>
    </form>
  )
}

function InsertTime({ onClick }: { onClick: () => void }) {
  const seconds = useCurrentSeconds()
  return (
    <button type="button" className="button button-small figures" onClick={onClick}>
      <Icon name="later" />
      Insert {formatTime(seconds)}
    </button>
  )
}

/** How much of the paper is used: a ring that fills, and the number. */
function CharacterRing({ id, length }: { id: string; length: number }) {
  const left = COMMENT_MAX_CHARACTERS - length
  const share = Math.min(1, length / COMMENT_MAX_CHARACTERS)
  const text =
    left > FEW_CHARACTERS
      ? `${formatCount(length)} of ${formatCount(COMMENT_MAX_CHARACTERS)}`
      : left >= 0
        ? `${left} characters left`
        : `${-left} characters over the limit`
  return (
    <span className={`comment-count figures ${left <= FEW_CHARACTERS ? 'is-few' : ''}`} id={id}>
      <svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
        <circle cx="10" cy="10" r="8" />
        <circle cx="10" cy="10" r="8" pathLength={1} strokeDasharray={`${share} 2`} transform="rotate(-90 10 10)" />
      </svg>
      {text}
    </span>
  )
}

/** The reason, and after too many comments the time that is left to wait. */
function Refusal({ refusal }: { refusal: ShownRefusal }) {
  const [left, setLeft] = useState(refusal.retryAfterSeconds ?? 0)
  useEffect(() => {
    setLeft(refusal.retryAfterSeconds ?? 0)
    const timer = setInterval(() => setLeft((seconds) => Math.max(0, seconds - 1)), 1000)
    return () => clearInterval(timer)
  }, [refusal])
  return (
    <span>
      {refusal.message}
      {left > 0 && <span className="figures" aria-live="off">{` Try again in ${formatTime(left)}`}</span>}
    </span>
  )
}
