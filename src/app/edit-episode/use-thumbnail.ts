import { useEffect, useState } from 'react'
import { choosePoster, type PosterRequest } from '#app/dashboard/dashboard-api.ts'
import type { RowEvent } from '#app/dashboard/own-list.ts'
import { pageRefusals } from '#app/messages/page-refusals.ts'
import type { OwnRow } from '#app/own-episodes/own-row.ts'
import { IMAGE_MAX_BYTES } from '#platform/image-upload.ts'
import { type FrameRate, middleOfFrame } from '#video/video.ts'
import { thumbnailField } from './changed-fields.ts'
import type { SavedPart } from './use-saving.ts'

/** Another thumbnail that is not saved yet. */
type ThumbnailChoice =
  | { kind: 'frame'; frame: number }
  | { kind: 'image'; file: File; url: string }
  | { kind: 'automatic' }

export interface Thumbnail extends SavedPart {
  choice: ThumbnailChoice | null
  /** Changes when the choice has been taken back, with which its fields start again. */
  version: number
  /** Why an image cannot be chosen. */
  imageProblem: string | null
  chooseFrame(frame: number): void
  chooseImage(file: File | null): void
  chooseAutomatic(): void
}

/** The choice of a thumbnail, which is saved with the rest of the page. */
export function useThumbnail(row: OwnRow, frameRate: FrameRate | null, onEvent: (event: RowEvent) => void): Thumbnail {
  const [choice, setChoice] = useState<ThumbnailChoice | null>(null)
  const [version, setVersion] = useState(0)
  const [imageProblem, setImageProblem] = useState<string | null>(null)
  const url = choice?.kind === 'image' ? choice.url : null
  useEffect(() => () => void (url && URL.revokeObjectURL(url)), [url])

  function discard(): void {
    setChoice(null)
    setImageProblem(null)
    setVersion((last) => last + 1)
  }

  return {
    choice,
    version,
    imageProblem,
    field: thumbnailField,
    isUnsaved: choice !== null,
    chooseFrame(frame) {
      setImageProblem(null)
      setChoice({ kind: 'frame', frame })
    },
    chooseImage(file) {
      // The server would refuse it during the upload, and its response would be lost.
      const isTooLarge = file !== null && file.size > IMAGE_MAX_BYTES
      setImageProblem(isTooLarge ? pageRefusals['video.poster_too_large'] : null)
      setChoice(file === null || isTooLarge ? null : { kind: 'image', file, url: URL.createObjectURL(file) })
    },
    chooseAutomatic() {
      setImageProblem(null)
      setChoice({ kind: 'automatic' })
    },
    async save() {
      if (choice === null) return
      onEvent({
        type: 'poster changed',
        id: row.id,
        ...(await choosePoster(row.videoId, requestOf(choice, frameRate))),
      })
      discard()
    },
    discard,
  }
}

function requestOf(choice: ThumbnailChoice, frameRate: FrameRate | null): PosterRequest {
  if (choice.kind === 'automatic') return null
  if (choice.kind === 'image') return { image: choice.file }
  return { atSeconds: middleOfFrame(choice.frame, frameRate, null) }
}
