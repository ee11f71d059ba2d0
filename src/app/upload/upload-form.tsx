import { type FormEvent, useEffect, useRef } from 'react'
import type { PageVisitor } from '#app/frame/visitor.ts'
import { Message } from '#app/ui/field.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { Sheet } from '#app/ui/sheet.tsx'
import { useScripts } from '#app/ui/use-scripts.ts'
import { EpisodeFields, GenreChoices } from './episode-fields.tsx'
import { FileBox } from './file-box.tsx'
import { LeaveGuard } from './leave-guard.tsx'
import type { Words } from './remembered.ts'
import { SuccessPanel } from './success-panel.tsx'
import { isAnyBusy, type UploadItem } from './upload-list.ts'
import { UploadQueue } from './upload-queue.tsx'
import { isBusy, type Problem } from './upload-state.ts'
import { type Uploads, useUploads } from './use-uploads.ts'

interface UploadFormProps {
  visitor: PageVisitor
  /** What an upload without scripts met, as the page was loaded. */
  earlier: Problem | null
  /** What was typed then. */
  kept: Words | null
}

/** One file on one sheet, or several in a queue. With scripts the bytes go up in resumable pieces. */
export function UploadForm({ visitor, earlier, kept }: UploadFormProps) {
  const uploads = useUploads(visitor)
  const { list } = uploads
  const [only] = list.items
  return (
    <>
      {list.isQueue || !only ? (
        <UploadQueue accountUid={visitor.uid} uploads={uploads} />
      ) : (
        <OneUpload key={only.id} accountUid={visitor.uid} item={only} uploads={uploads} earlier={earlier} kept={kept} />
      )}
      <LeaveGuard isOn={isAnyBusy(list)} isSeveral={list.isQueue} />
    </>
  )
}

interface OneUploadProps extends Omit<UploadFormProps, 'visitor'> {
  accountUid: string
  item: UploadItem
  uploads: Uploads
}

/** The sheet to upload on. Without scripts it is a plain form. */
function OneUpload({ accountUid, item, uploads, earlier, kept }: OneUploadProps) {
  const form = useRef<HTMLFormElement | null>(null)
  const scriptsRun = useScripts()
  const { state, left } = item
  const busy = isBusy(state)
  const problem = state.problem ?? (state.phase === 'idle' && state.file === null ? earlier : null)
  const keepForm = uploads.keepForm(item.id)

  useEffect(() => {
    if (left && form.current) refill(form.current, left.words)
  }, [left])

  if (state.saved)
    return (
      <SuccessPanel
        accountUid={accountUid}
        videoId={state.saved.videoId}
        title={state.saved.title}
        sizeBytes={state.file?.sizeBytes ?? null}
        first={null}
      />
    )

  const submitted = (event: FormEvent) => {
    event.preventDefault()
    void uploads.submit()
  }
  const atSubmit = problem?.at === 'submit' ? problem : null
  return (
    <Sheet className="upload-sheet">
      <form
        ref={(element) => {
          form.current = element
          keepForm(element)
        }}
        className="upload-form"
        method="post"
        encType="multipart/form-data"
        action="/upload"
        noValidate
        onSubmit={submitted}
      >
        <div className="upload-words">
          <EpisodeFields words={kept ?? {}} readOnly={busy} />
          <GenreChoices />
        </div>
        <div className="upload-file">
          <FileBox
            item={item}
            problem={problem?.at === 'file' ? problem : null}
            takesSeveral={scriptsRun}
            onChoose={uploads.choose}
            onCancel={() => uploads.cancel(item.id)}
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
