import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { type ShownRefusal, toRefusal } from '#app/http/refusal-shown.ts'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import { COMMENT_MAX_CHARACTERS } from '#engagement/comments/comment.ts'
import { CharacterCount } from './character-count.tsx'
import { RefusalLine } from './refusal-line.tsx'

interface CommentFormProps {
  /** Accessible name of the field. */
  label: string
  placeholder?: string
  /** Path that the form posts to without scripts. */
  action: string
  intent: 'reply' | 'edit'
  /** The comment that is answered or edited. */
  comment: string
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

/** A strip of paper for a reply, or for an edit. */
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

  const message = refusal ? <RefusalLine refusal={refusal} /> : props.refused
  return (
    <form className="comment-form" method="post" action={props.action} onSubmit={submit}>
      <input type="hidden" name="intent" value={props.intent} />
      <input type="hidden" name="comment" value={props.comment} />
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
      <div className="comment-form-foot row cluster small">
        <CharacterCount id={`${id}-count`} length={length} limit={COMMENT_MAX_CHARACTERS} />
        <span className="comment-form-end row">
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
