import { type ComponentProps, type RefObject, useEffect, useId, useRef, useState } from 'react'
import { ErrorMessage } from './field.tsx'
import { formatMegabytes } from './format.ts'
import { Icon } from './icon.tsx'

interface FileRowProps extends Omit<ComponentProps<'input'>, 'type' | 'children' | 'ref' | 'onChange'> {
  /** Accessible name of the field. */
  label: string
  /** Which files it takes, in words. */
  hint?: string
  /** What the row says while no file is chosen. */
  prompt: string
  error?: string | undefined
  isErrorQuiet?: boolean | undefined
  /** Receives the native field, for the focus. */
  fieldRef?: RefObject<HTMLInputElement | null>
  /** Called with the file that was chosen, or null when the choice was taken back. */
  onChoose?: (file: File | null) => void
}

/**
 * A choice of one file: a row that the native field covers, so that the browser handles clicks, keys and drops. Without
 * scripts the native field is shown, since nothing else would say which file was chosen.
 */
export function FileRow(props: FileRowProps) {
  const { label, hint, prompt, error, isErrorQuiet, fieldRef, onChoose, ...input } = props
  const ownId = useId()
  const { id = ownId } = props
  const ownRef = useRef<HTMLInputElement>(null)
  const field = fieldRef ?? ownRef
  const [file, setFile] = useState<File | null>(null)
  const [isOver, setOver] = useState(false)
  useEffect(() => {
    const form = field.current?.form
    const handleReset = () => setFile(null)
    form?.addEventListener('reset', handleReset)
    return () => form?.removeEventListener('reset', handleReset)
  }, [field])
  const descriptions = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ')
  return (
    <div className="field">
      <div className="field-head cluster spread">
        <label htmlFor={id}>{label}</label>
        {hint && <span id={`${id}-hint`}>{hint}</span>}
      </div>
      <div className={`file-row row gap-3 ${isOver ? 'is-over' : ''} ${error ? 'is-wrong' : ''}`}>
        <Icon name={file ? 'check' : 'up'} />
        <span className="file-row-text" aria-hidden="true">
          <b>{isOver ? 'Let go to add it' : (file?.name ?? prompt)}</b>
          {file && !isOver && <span className="figures">{formatMegabytes(file.size)}</span>}
        </span>
        <span className="button button-small" aria-hidden="true">
          {file ? 'Choose Another' : 'Choose File'}
        </span>
        <input
          {...input}
          ref={field}
          id={id}
          type="file"
          aria-describedby={descriptions || undefined}
          aria-invalid={error ? true : undefined}
          onDragEnter={() => setOver(true)}
          onDragLeave={() => setOver(false)}
          onDrop={() => setOver(false)}
          onChange={(event) => {
            const chosen = event.currentTarget.files?.[0] ?? null
            setFile(chosen)
            onChoose?.(chosen)
          }}
        />
      </div>
      {error && (
        <ErrorMessage id={`${id}-error`} isQuiet={isErrorQuiet}>
          {error}
        </ErrorMessage>
      )}
    </div>
  )
}
