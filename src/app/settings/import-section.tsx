import { useEffect, useState } from 'react'
import { useRevalidateWhile } from '#app/episodes/use-revalidate-while.ts'
import {
  IMPORT_FOR_CREATORS,
  IMPORT_FOR_VIEWERS,
  IMPORT_RUNNING,
  IMPORT_SENDING,
  NEVER_TAKEN,
} from '#app/messages/imports.ts'
import { FileRow } from '#app/ui/file-row.tsx'
import { formatDate } from '#app/ui/format.ts'
import { SettingsSection } from './section.tsx'

/** The last import, in words. */
export interface ImportState {
  requestedAt: Date
  isRunning: boolean
  /** Why it ended before its end. */
  problem: string | null
  taken: string
  leftOut: { name: string; reason: string }[]
  more: string | null
}

/** The form for the export of another Hoshi, and the state of the last import. The browser itself sends the file. */
export function ImportSection(props: { state: ImportState | null; problem: string | null; isCreator: boolean }) {
  const { state, problem, isCreator } = props
  const isRunning = state?.isRunning ?? false
  const [isSending, setIsSending] = useState(false)
  useRevalidateWhile(isRunning)
  useEffect(() => {
    // The page that sent a file may be shown again as it was.
    const reset = () => setIsSending(false)
    window.addEventListener('pageshow', reset)
    return () => window.removeEventListener('pageshow', reset)
  }, [])
  return (
    <SettingsSection
      id="import"
      title="Import an account"
      lead={`Export your data from another Hoshi site, then upload the file here. ${isCreator ? IMPORT_FOR_CREATORS : IMPORT_FOR_VIEWERS}`}
    >
      <div className="settings-state" role="status">
        {state && <ImportReport state={state} />}
        {isSending && <p>{IMPORT_SENDING}</p>}
      </div>
      {!isRunning && (
        <form
          method="post"
          action="/settings/import"
          encType="multipart/form-data"
          noValidate
          onSubmit={() => setIsSending(true)}
        >
          <FileRow
            label="Export"
            hint="The .tar file, as you downloaded it"
            prompt="Drop the .tar file here"
            name="archive"
            accept=".tar,application/x-tar"
            {...(problem && !isSending ? { error: problem } : {})}
          />
          <p className="settings-note">{NEVER_TAKEN}</p>
          <div className="settings-actions cluster gap-3">
            <button type="submit" className="button" disabled={isSending}>
              Start Import
            </button>
          </div>
        </form>
      )}
    </SettingsSection>
  )
}

function ImportReport({ state }: { state: ImportState }) {
  const { requestedAt, isRunning, problem, taken, leftOut, more } = state
  if (isRunning) return <p>{IMPORT_RUNNING}</p>
  return (
    <>
      <p>
        Import from <time dateTime={requestedAt.toISOString()}>{formatDate(requestedAt)}</time>. {problem ?? taken}
      </p>
      {problem !== null && <p>{taken}</p>}
      {leftOut.length > 0 && (
        <details className="import-left-out">
          <summary>Skipped or changed</summary>
          <ul>
            {leftOut.map(({ name, reason }, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
              <li key={at}>
                <strong>{name}</strong>: {reason}
              </li>
            ))}
          </ul>
          {more !== null && <p>{more}</p>}
        </details>
      )}
    </>
  )
}
