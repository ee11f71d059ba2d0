import { type ChangeEvent, useRef, useState } from 'react'
import { warningMessage } from '#app/messages/subtitle-warnings.ts'
import { messageOf } from '#app/messages/subtitles.ts'
import { FileWarnings } from '#app/subtitle-lines/file-warnings.tsx'
import { ErrorMessage } from '#app/ui/field.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { Link } from '#app/ui/link.tsx'
import { openScript } from '#subtitles/script/script.ts'
import { SUBTITLE_MAX_BYTES } from '#subtitles/subtitle.ts'
import { readSubtitles } from '#subtitles/text/read-subtitles.ts'
import type { StudioState } from './studio-state.ts'
import type { useSaving } from './use-saving.ts'
import type { StudioCommands } from './use-studio.ts'

interface StudioHeadProps {
  state: StudioState
  saving: ReturnType<typeof useSaving>
  /** Whether changes of an earlier visit were taken up. */
  isRestored: boolean
  closePath: string
  onDiscard(): void
  commands: StudioCommands
}

/** Undo, import and saving, and how the changes stand. */
export function StudioHead({ state, saving, isRestored, closePath, onDiscard, commands }: StudioHeadProps) {
  const { saved, hasChanges, isKept, isSaving, failure, save } = saving
  const [problem, setProblem] = useState<string | null>(null)
  const [warnings, setWarnings] = useState<readonly string[]>([])
  const file = useRef<HTMLInputElement>(null)

  async function importFile({ target }: ChangeEvent<HTMLInputElement>): Promise<void> {
    const [chosen] = target.files ?? []
    target.value = ''
    if (!chosen) return
    if (chosen.size > SUBTITLE_MAX_BYTES) return setProblem(messageOf('too_large'))
    const read = readSubtitles(new Uint8Array(await chosen.arrayBuffer()))
    setProblem(read.ok ? null : messageOf(read.why))
    setWarnings(read.ok ? read.subtitles.warnings.map(warningMessage) : [])
    if (read.ok) commands.replace(openScript(read.subtitles.format, read.subtitles.text))
  }

  return (
    <div className="studio-head row cluster spread">
      <div className="studio-state">
        <p role="status">{statusOf({ hasChanges, isKept, isSaving, version: saved.version })}</p>
        {isRestored && hasChanges && state.past.length === 0 && (
          <p>
            Unsaved changes from your last visit have been restored.{' '}
            <button type="button" className="button button-text" onClick={onDiscard}>
              Discard Changes
            </button>
          </p>
        )}
        {problem !== null && <ErrorMessage>{problem}</ErrorMessage>}
        {warnings.length > 0 && <FileWarnings warnings={warnings} />}
        {failure && (
          <div className="row cluster">
            <ErrorMessage>{failure.message}</ErrorMessage>
            {failure.isOutdated && (
              <button type="button" className="button button-small" onClick={() => void save(true)}>
                Save Mine as Latest
              </button>
            )}
          </div>
        )}
      </div>
      <div className="row cluster">
        <button
          type="button"
          className="button button-small"
          disabled={state.past.length === 0}
          onClick={commands.undo}
        >
          Undo
        </button>
        <button
          type="button"
          className="button button-small"
          disabled={state.future.length === 0}
          onClick={commands.redo}
        >
          Redo
        </button>
        <input
          ref={file}
          type="file"
          hidden
          accept=".vtt,.srt,.ass,.ssa,text/vtt"
          aria-label="Subtitle file to import"
          onChange={importFile}
        />
        <button type="button" className="button button-small" onClick={() => file.current?.click()}>
          <Icon name="up" />
          Import
        </button>
        <Link className="button button-small" to={closePath} preventScrollReset>
          Done
        </Link>
        <button
          type="button"
          className="button button-primary"
          aria-keyshortcuts="Control+S"
          disabled={!hasChanges || isSaving}
          onClick={() => void save()}
        >
          {isSaving ? 'Saving...' : 'Save Version'}
        </button>
      </div>
    </div>
  )
}

interface Standing {
  hasChanges: boolean
  isKept: boolean
  isSaving: boolean
  version: number | null
}

function statusOf({ hasChanges, isKept, isSaving, version }: Standing): string {
  if (isSaving) return 'Saving...'
  if (!hasChanges) return version === null ? 'New subtitles' : `Version ${version}, saved`
  if (!isKept) return 'Not saved yet, and this device has no space for a backup. Please save a version.'
  return version === null
    ? 'Not saved yet, backed up on this device'
    : `Edited since version ${version}, backed up on this device`
}
