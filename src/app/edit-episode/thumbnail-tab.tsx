import { type FormEvent, lazy, type ReactNode, Suspense } from 'react'
import type { ActionProblem } from '#app/dashboard/action-problem.ts'
import { placeholderPoster } from '#app/episodes/placeholder-poster.ts'
import { posterStates } from '#app/messages/dashboard.ts'
import { POSTER_FAILED } from '#app/messages/failures.ts'
import { editAddress } from '#app/own-episodes/edit-address.ts'
import { isPlayable, type OwnRow } from '#app/own-episodes/own-row.ts'
import { ErrorMessage } from '#app/ui/field.tsx'
import { FileRow } from '#app/ui/file-row.tsx'
import { imageTypes } from '#platform/image-upload.ts'
import { type StoryboardFrames, storyboardFrames } from '#video/embedded-host/storyboard-frames.ts'
import { type FrameRate, frameCountBy, middleOfFrame } from '#video/video.ts'
import { clockOf } from './frame-clock.ts'
import { FramePicker, FrameThumbnail } from './frame-picker.tsx'
import type { Thumbnail } from './use-thumbnail.ts'

const FilmFrame = lazy(() => import('./film-frame.tsx').then(({ FilmFrame: part }) => ({ default: part })))

interface ThumbnailTabProps {
  row: OwnRow
  frameRate: FrameRate | null
  hls: string | null
  thumbnail: Thumbnail
  /** Why the last choice was refused. */
  problem: ActionProblem | null
  /** Whether the browser sends the forms, since no scripts run. */
  isPlain: boolean
}

/** The thumbnail of an episode, and others to choose: a frame of the video, or an image. Saved with the bar. */
export function ThumbnailTab({ row, frameRate, hls, thumbnail, problem, isPlain }: ThumbnailTabProps) {
  const frames = storyboardFrames(row)
  const { choice } = thumbnail
  const frame = choice?.kind === 'frame' ? choice.frame : null
  const detail = problem && (problem.detail ?? POSTER_FAILED)
  const imageProblem = thumbnail.imageProblem ?? (problem?.field === 'poster' ? detail : null)
  const chooseAutomatic = (event: FormEvent) => {
    if (isPlain) return
    event.preventDefault()
    thumbnail.chooseAutomatic()
  }
  return (
    <section className="edit-columns thumbnail-columns" aria-label="Thumbnail">
      <div>
        <h2>Thumbnail</h2>
        <div className="thumbnail-now">
          <Picture row={row} thumbnail={thumbnail} frames={frames} frameRate={frameRate} />
          {frame !== null && hls !== null && (
            <Suspense>
              <FilmFrame hls={hls} seconds={middleOfFrame(frame, frameRate, null)} />
            </Suspense>
          )}
        </div>
        <p className="thumbnail-state figures" role="status">
          {stateText(row, thumbnail, frameRate)}
        </p>
        {problem && problem.field !== 'poster' && <ErrorMessage>{detail}</ErrorMessage>}
        {row.hasChosenPoster && choice?.kind !== 'automatic' && (
          <PosterForm id={row.id} intent="automatic-poster" onSubmit={chooseAutomatic}>
            <button type="submit" className="button button-small">
              Use Automatic Thumbnail
            </button>
          </PosterForm>
        )}
      </div>
      {isPlayable(row) && (
        <div>
          {frames ? (
            <PosterForm id={row.id} intent="frame-poster">
              <FramePicker
                frames={frames}
                frameCount={frameCountBy(row.durationSeconds, frameRate) ?? 1}
                frameRate={frameRate}
                frame={frame}
                onChoose={thumbnail.chooseFrame}
              />
              <PlainButton>Use This Frame</PlainButton>
            </PosterForm>
          ) : (
            <>
              <h2>Choose a frame</h2>
              <p className="edit-none">Frames appear when the video is ready.</p>
            </>
          )}
          <PosterForm id={row.id} intent="uploaded-poster" withFile>
            <FileRow
              key={thumbnail.version}
              label="Upload an image"
              hint="JPEG, PNG, WebP or GIF, up to 5 MB"
              prompt="Drop a picture here"
              name="poster"
              accept={imageTypes.join(',')}
              onChoose={thumbnail.chooseImage}
              {...(imageProblem ? { error: imageProblem } : {})}
            />
            <PlainButton>Upload Image</PlainButton>
          </PosterForm>
        </div>
      )}
    </section>
  )
}

type PictureProps = Pick<ThumbnailTabProps, 'row' | 'thumbnail' | 'frameRate'> & { frames: StoryboardFrames | null }

/** The thumbnail as it would be: of a chosen frame the tile, until the frame itself has arrived. */
function Picture({ row, thumbnail, frames, frameRate }: PictureProps) {
  const { choice } = thumbnail
  if (choice?.kind === 'image') return <img src={choice.url} alt="" width="640" height="360" />
  if (choice?.kind !== 'frame' || frames === null)
    return <img src={row.poster ?? placeholderPoster(row.id)} alt="" width="640" height="360" />
  const seconds = middleOfFrame(choice.frame, frameRate, null)
  return <FrameThumbnail frames={frames} index={frames.seconds.findLastIndex((start) => start <= seconds)} />
}

function stateText(row: OwnRow, { choice }: Thumbnail, frameRate: FrameRate | null): string {
  if (choice?.kind === 'frame') return `Frame at ${clockOf(choice.frame, frameRate)}`
  if (choice?.kind === 'image') return choice.file.name
  if (!isPlayable(row)) return posterStates.tooEarly
  return row.hasChosenPoster && choice === null ? posterStates.chosen : posterStates.automatic
}

interface PosterFormProps {
  id: string
  intent: string
  withFile?: boolean
  onSubmit?: (event: FormEvent<HTMLFormElement>) => void
  children: ReactNode
}

/** One way to another thumbnail: a form that is sent only where no scripts run. */
function PosterForm({ id, intent, withFile, onSubmit = (event) => event.preventDefault(), children }: PosterFormProps) {
  return (
    <form
      method="post"
      action={editAddress(id, 'thumbnail')}
      noValidate
      onSubmit={onSubmit}
      {...(withFile ? { encType: 'multipart/form-data' as const } : {})}
    >
      <input type="hidden" name="intent" value={intent} />
      <input type="hidden" name="id" value={id} />
      {children}
    </form>
  )
}

function PlainButton({ children }: { children: string }) {
  return (
    <div className="needs-no-scripts">
      <button type="submit" className="button button-small">
        {children}
      </button>
    </div>
  )
}
