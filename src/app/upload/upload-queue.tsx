import { useEffect, useId, useRef } from 'react'
import { queueSummary, UPLOADING } from '#app/messages/uploads.ts'
import { ErrorMessage } from '#app/ui/field.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { Link } from '#app/ui/link.tsx'
import { acceptedVideos } from '#video/video.ts'
import { QueueCard } from './queue-card.tsx'
import { isAnyBusy, positionInQueue, readyItems, type UploadList } from './upload-list.ts'
import type { Uploads } from './use-uploads.ts'

/** Several files, each on its own card. They are sent one after the other; a refused one does not stop the others. */
export function UploadQueue({ accountUid, uploads }: { accountUid: string; uploads: Uploads }) {
  const { list, problem, submit, choose, assignFile, cancel, remove, formRefFor } = uploads
  const ready = readyItems(list).length
  const isFinished = list.items.every(({ state }) => state.phase === 'done')
  const summary = useRef<HTMLParagraphElement>(null)
  const hasFiles = list.items.some(({ state }) => state.file !== null)
  // The focused element may be gone: the single form, a removed card, the button at the end.
  // biome-ignore lint/correctness/useExhaustiveDependencies: either change may remove the focused element
  useEffect(() => {
    if (hasFiles && document.activeElement === document.body) summary.current?.focus()
  }, [list.items.length, isFinished])
  return (
    <section className="queue" aria-label="Files to upload">
      <p ref={summary} className="queue-count" role="status" tabIndex={-1}>
        {summaryOf(list)}
      </p>
      <ol className="queue-list">
        {list.items.map((item) => (
          <li key={item.id}>
            <QueueCard
              item={item}
              aheadCount={positionInQueue(list, item)}
              formRef={formRefFor(item.id)}
              onChoose={([file]) => file && assignFile(item.id, file)}
              onSubmit={() => void submit()}
              onCancel={() => cancel(item.id)}
              onRemove={() => remove(item.id)}
            />
          </li>
        ))}
      </ol>
      {!isFinished && (
        <AddFiles
          isReselecting={list.items.some(({ unfinished, state }) => unfinished && !state.file)}
          onChoose={choose}
        />
      )}
      <div className="queue-end">
        {isFinished ? (
          <>
            <Link className="button button-primary button-wide" to={`/creator/${accountUid}`}>
              View My Profile
            </Link>
            <Link className="button button-wide" to="/upload" reloadDocument>
              Upload Another
            </Link>
          </>
        ) : (
          <button
            type="button"
            className="button button-primary button-wide"
            disabled={ready === 0}
            aria-describedby={problem ? 'queue-problem' : undefined}
            onClick={() => void submit()}
          >
            {ready === 0 ? (
              UPLOADING
            ) : (
              <>
                {submitLabel(list)}
                <Icon name="up" />
              </>
            )}
          </button>
        )}
        {problem && <ErrorMessage id="queue-problem">{problem.message}</ErrorMessage>}
      </div>
    </section>
  )
}

function AddFiles({ isReselecting, onChoose }: { isReselecting: boolean; onChoose: (files: File[]) => void }) {
  const id = useId()
  return (
    <div className="drop queue-more">
      <label htmlFor={id}>
        <Icon name={isReselecting ? 'refresh' : 'plus'} />
        {isReselecting ? 'Choose Files Again' : 'Add Files'}
      </label>
      <span aria-hidden="true">or drop them here</span>
      <input
        id={id}
        className="drop-input"
        type="file"
        accept={acceptedVideos}
        multiple
        onChange={(event) => {
          onChoose([...(event.currentTarget.files ?? [])])
          event.currentTarget.value = ''
        }}
      />
    </div>
  )
}

/** The label with the number of uploads that would start; those without a file report that when it is pressed. */
function submitLabel(list: UploadList): string {
  const startable = readyItems(list).filter(({ state }) => state.file !== null).length
  if (startable === 0) return 'Upload Episodes'
  return startable === 1 ? 'Upload 1 Episode' : `Upload ${startable} Episodes`
}

/** The state of the queue as one line of text, also announced by screen readers. */
function summaryOf(list: UploadList): string {
  const { items } = list
  return queueSummary({
    files: items.length,
    uploaded: items.filter(({ state }) => state.phase === 'done').length,
    failed: items.filter(({ state }) => state.phase === 'idle' && state.problem !== null).length,
    isAnyBusy: isAnyBusy(list),
  })
}
