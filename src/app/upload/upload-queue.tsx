import { useEffect, useId, useRef } from 'react'
import { Link } from 'react-router'
import { Message } from '#app/ui/field.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { acceptedVideos } from '#video/video.ts'
import { GenreChoices } from './episode-fields.tsx'
import { QueueCard } from './queue-card.tsx'
import { isAnyBusy, placeInLine, readyItems, type UploadList } from './upload-list.ts'
import type { Uploads } from './use-uploads.ts'

/** Several files, each on a card of its own. They are sent one after the other; one that is refused stops no other. */
export function UploadQueue({ accountUid, uploads }: { accountUid: string; uploads: Uploads }) {
  const { list, problem, submit, choose, take, cancel, remove, keepForm } = uploads
  const ready = readyItems(list).length
  const isOver = list.items.every(({ state }) => state.phase === 'done')
  const summary = useRef<HTMLParagraphElement>(null)
  const hasFiles = list.items.some(({ state }) => state.file !== null)
  // What had the focus is gone: the one form, a removed card, the button at the end.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each of them is such a moment
  useEffect(() => {
    if (hasFiles && document.activeElement === document.body) summary.current?.focus()
  }, [list.items.length, isOver])
  return (
    <section className="queue" aria-label="Files to upload">
      <GenreChoices />
      <p ref={summary} className="queue-count" role="status" tabIndex={-1}>
        {summaryOf(list)}
      </p>
      <ol className="queue-list">
        {list.items.map((item) => (
          <li key={item.id}>
            <QueueCard
              item={item}
              before={placeInLine(list, item)}
              keepForm={keepForm(item.id)}
              onChoose={([file]) => file && take(item.id, file)}
              onSubmit={() => void submit()}
              onCancel={() => cancel(item.id)}
              onRemove={() => remove(item.id)}
            />
          </li>
        ))}
      </ol>
      {!isOver && <MoreFiles isAgain={list.items.some(({ left, state }) => left && !state.file)} onChoose={choose} />}
      <div className="queue-end">
        {isOver ? (
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
              'Uploading...'
            ) : (
              <>
                {submitWords(list)}
                <Icon name="up" />
              </>
            )}
          </button>
        )}
        {problem && <Message id="queue-problem">{problem.sentence}</Message>}
      </div>
    </section>
  )
}

function MoreFiles({ isAgain, onChoose }: { isAgain: boolean; onChoose: (files: File[]) => void }) {
  const id = useId()
  return (
    <div className="drop queue-more">
      <label htmlFor={id}>
        <Icon name={isAgain ? 'refresh' : 'plus'} />
        {isAgain ? 'Choose the files again' : 'Add files'}
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

/** How many would go now; those that lack their file say so when it is pressed. */
function submitWords(list: UploadList): string {
  const whole = readyItems(list).filter(({ state }) => state.file !== null).length
  if (whole === 0) return 'Upload Episodes'
  return whole === 1 ? 'Upload 1 Episode' : `Upload ${whole} Episodes`
}

/** Where the whole queue stands, in a line that is also read out. */
function summaryOf(list: UploadList): string {
  const { items } = list
  const done = items.filter(({ state }) => state.phase === 'done').length
  const wrong = items.filter(({ state }) => state.phase === 'idle' && state.problem !== null).length
  const files = items.length === 1 ? '1 file' : `${items.length} files`
  if (done === items.length) return items.length === 1 ? '1 file is uploaded' : `All ${files} are uploaded`
  const progress = done > 0 || isAnyBusy(list) ? `${done} of ${files} uploaded` : files
  return wrong > 0 ? `${progress}, ${wrong} to look at` : progress
}
