import { type FormEvent, useEffect, useRef } from 'react'
import type { PageVisitor } from '#app/frame/visitor.ts'
import { Field, Message, TextField } from '#app/ui/field.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { Sheet } from '#app/ui/sheet.tsx'
import { useScripts } from '#app/ui/use-scripts.ts'
import { genres } from '#catalog/episode.ts'
import { FileBox } from './file-box.tsx'
import type { Words } from './remembered.ts'
import { SuccessPanel } from './success-panel.tsx'
import { isBusy, type Problem } from './upload-state.ts'
import { useUpload } from './use-upload.ts'

interface UploadFormProps {
  visitor: PageVisitor
  /** What an upload without scripts met, as the page was loaded. */
  earlier: Problem | null
  /** What was typed then. */
  kept: Words | null
}

/** The sheet to upload on. Without scripts it is a plain form; with them the bytes go up in resumable pieces. */
export function UploadForm({ visitor, earlier, kept }: UploadFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const scriptsRun = useScripts()
  const { state, left, continues, chooseFile, submit, cancel } = useUpload(visitor, form)
  const busy = isBusy(state)
  const problem = state.problem ?? (state.phase === 'idle' && state.file === null ? earlier : null)

  useEffect(() => {
    if (left && form.current) refill(form.current, left.words)
  }, [left])

  if (state.saved)
    return (
      <SuccessPanel
        accountUid={visitor.uid}
        videoId={state.saved.videoId}
        title={state.saved.title}
        sizeBytes={state.file?.sizeBytes ?? null}
        first={null}
      />
    )

  const submitted = (event: FormEvent) => {
    event.preventDefault()
    void submit()
  }
  const atSubmit = problem?.at === 'submit' ? problem : null
  return (
    <Sheet className="upload-sheet">
      <form
        ref={form}
        className="upload-form"
        method="post"
        encType="multipart/form-data"
        action="/upload"
        noValidate
        onSubmit={submitted}
      >
        <div className="upload-words">
          <Field
            label="Title"
            name="title"
            required
            placeholder="Give it a name"
            defaultValue={kept?.title}
            readOnly={busy}
          />
          <Field
            label="Genre"
            name="genre"
            required
            list="genres"
            placeholder="Fantasy, mecha, slice of life…"
            defaultValue={kept?.genre}
            readOnly={busy}
          />
          <datalist id="genres">
            {genres.map((genre) => (
              <option key={genre} value={genre} />
            ))}
          </datalist>
          <TextField
            label="Description"
            hint="Optional"
            name="description"
            rows={3}
            defaultValue={kept?.description}
            readOnly={busy}
          />
          <Field label="Tags" hint="Optional, comma separated" name="tags" defaultValue={kept?.tags} readOnly={busy} />
          <div className="check">
            <input
              type="checkbox"
              id="nsfw"
              name="nsfw"
              value="true"
              defaultChecked={kept?.nsfw}
              aria-describedby="nsfw-hint"
            />
            <span>
              <label className="check-title" htmlFor="nsfw">
                NSFW
              </label>
              <span className="check-hint" id="nsfw-hint">
                Kept out of Explore
              </span>
            </span>
          </div>
        </div>
        <div className="upload-file">
          <FileBox
            state={state}
            problem={problem?.at === 'file' ? problem : null}
            left={left}
            continues={continues}
            onChoose={chooseFile}
            onCancel={cancel}
          />
          {atSubmit?.detail && (
            <span className="stamp stamp-square upload-retake" aria-hidden="true">
              RETAKE
            </span>
          )}
          <button
            type="submit"
            className="button button-primary button-wide upload-submit"
            disabled={busy}
            aria-describedby={atSubmit ? 'upload-problem' : undefined}
          >
            {busy ? (
              'Uploading...'
            ) : (
              <>
                Upload Episode
                <Icon name={atSubmit?.detail ? 'refresh' : 'up'} />
              </>
            )}
          </button>
          {atSubmit && (
            <div className="upload-problem">
              <Message id="upload-problem">{atSubmit.sentence}</Message>
              {atSubmit.detail && <p className="upload-detail">{atSubmit.detail}</p>}
              {atSubmit.detail && scriptsRun && (
                <p className="upload-detail">
                  {state.file ? 'Your title, genre and file are still here.' : 'Please choose the file once more.'}
                </p>
              )}
            </div>
          )}
        </div>
      </form>
    </Sheet>
  )
}

/** Gives an unfinished upload its words back, where nothing has been typed since. */
function refill(form: HTMLFormElement, words: Words): void {
  for (const name of ['title', 'genre', 'description', 'tags'] as const) {
    const input = form.elements.namedItem(name)
    if ((input instanceof HTMLInputElement || input instanceof HTMLTextAreaElement) && input.value === '')
      input.value = words[name]
  }
  const nsfw = form.elements.namedItem('nsfw')
  if (nsfw instanceof HTMLInputElement && words.nsfw) nsfw.checked = true
}
