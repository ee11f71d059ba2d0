import { useRef, useState } from 'react'
import { copyText } from '#app/ui/copy-text.ts'
import { ErrorMessage, TextAreaField } from '#app/ui/field.tsx'
import { CopyButton } from './copy-button.tsx'
import { type Embeddable, embedCode, embedSize } from './embed-code.ts'

interface EmbedCodeFieldProps {
  episode: Embeddable
  /** Whole seconds at which it starts. */
  start: number
}

/** The HTML with which other sites embed the episode, selected once it has the focus. */
export function EmbedCodeField({ episode, start }: EmbedCodeFieldProps) {
  const field = useRef<HTMLTextAreaElement>(null)
  const code = embedCode(location.origin, episode, embedSize(episode), start)
  // Counts only for the code that is shown.
  const [lastCopy, setLastCopy] = useState<{ code: string; isDone: boolean } | null>(null)
  const copied = lastCopy?.code === code ? lastCopy : null

  async function copy(): Promise<boolean> {
    const isDone = await copyText(code, field.current)
    setLastCopy({ code, isDone })
    return isDone
  }

  return (
    <>
      <div className="share-embed">
        <TextAreaField
          ref={field}
          label="Embed code"
          hint="HTML for your website"
          rows={5}
          readOnly
          spellCheck={false}
          value={code}
          onFocus={(event) => event.currentTarget.select()}
        />
        <CopyButton name="Copy embed code" copy={copy} />
      </div>
      <p className="message message-good share-copied" role="status" hidden={!copied?.isDone}>
        {copied?.isDone && 'Embed code copied.'}
      </p>
      {copied?.isDone === false && (
        <ErrorMessage>The embed code could not be copied. Please select and copy it.</ErrorMessage>
      )}
    </>
  )
}
