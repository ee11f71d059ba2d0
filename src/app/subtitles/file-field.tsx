import { useId } from 'react'
import { ErrorMessage } from '#app/ui/field.tsx'

/** The field for a file with subtitles. */
export function FileField({ error }: { error: string | undefined }) {
  const id = useId()
  return (
    <div className="field">
      <div className="field-head">
        <label htmlFor={id}>File</label>
      </div>
      <input
        id={id}
        type="file"
        name="file"
        accept=".vtt,.srt,.ass,.ssa,text/vtt"
        className="input subtitles-file"
        aria-describedby={`${id}-hint${error ? ` ${id}-error` : ''}`}
        aria-invalid={error !== undefined || undefined}
      />
      <p id={`${id}-hint`} className="muted subtitles-hint">
        WebVTT, SRT, ASS or SSA, at most 10 MB
      </p>
      {error && <ErrorMessage id={`${id}-error`}>{error}</ErrorMessage>}
    </div>
  )
}
