import { type FormEvent, useEffect, useRef } from 'react'
import { useFetcher } from 'react-router'
import { placeholderPoster } from '#app/episodes/placeholder-poster.ts'
import type { Refused } from '#app/http/refused.server.ts'
import { ErrorMessage } from '#app/ui/field.tsx'
import { FileRow } from '#app/ui/file-row.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { imageTypes } from '#platform/image-upload.ts'
import type { EditorData } from './load-editor.server.ts'

/** The answer to a form that scripts have sent. */
export interface PictureResult {
  refused: Refused | null
}

/** The sentence about the source of the picture. */
function sourceText({ hasOwnPoster, chosenCoverId, poster }: EditorData): string {
  if (hasOwnPoster) return 'Custom cover.'
  if (chosenCoverId !== null) return 'From the episode that you chose.'
  if (poster !== null) return 'From the first public episode.'
  return 'No cover yet. Hoshi will use the thumbnail of the first public episode.'
}

/** The picture of the series, in forms of its own: an episode or a file is saved at once. The editor around it stays as it is. */
export function PictureSection({ data, problem }: { data: EditorData; problem: string | null }) {
  const fetcher = useFetcher<PictureResult>()
  const file = useRef<HTMLInputElement>(null)
  const action = `/series/${data.id}/picture`
  const encType = 'multipart/form-data'
  const isBusy = fetcher.state !== 'idle'
  const result = fetcher.data
  const message = result ? result.refused?.message : problem

  useEffect(() => {
    if (isBusy || !result || result.refused) return
    file.current?.form?.reset()
    // 'Remove Cover' is gone, and the focus with it.
    if (document.activeElement === document.body) file.current?.focus()
  }, [isBusy, result])

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!isBusy) void fetcher.submit(event.currentTarget, { method: 'post', action: `${action}?stay`, encType })
  }
  const chooseCover = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    // The fetcher names the button that was pressed only when it is given that one.
    const { submitter } = event.nativeEvent as SubmitEvent
    if (!isBusy && submitter instanceof HTMLButtonElement)
      void fetcher.submit(submitter, { method: 'post', action: `${action}?stay` })
  }
  return (
    <section className="series-picture-form" aria-labelledby="series-picture-title">
      <h2 id="series-picture-title">Cover</h2>
      {message && <ErrorMessage>{message}</ErrorMessage>}
      <img src={data.poster ?? placeholderPoster(data.id)} alt="" width="320" height="180" />
      <p className="muted">{sourceText(data)}</p>
      {data.covers.length > 0 && (
        <form method="post" action={action} className="series-covers" onSubmit={chooseCover}>
          <fieldset>
            <legend>Use an episode thumbnail</legend>
            {data.covers.map(({ id, title, poster }) => {
              const isChosen = id === data.chosenCoverId
              return (
                <button
                  key={id}
                  type="submit"
                  name="cover"
                  value={id}
                  aria-label={title}
                  aria-pressed={isChosen}
                  aria-disabled={isBusy || undefined}
                >
                  <img src={poster ?? placeholderPoster(id)} alt="" width="112" height="63" loading="lazy" />
                  {isChosen && <Icon name="check" />}
                </button>
              )
            })}
          </fieldset>
        </form>
      )}
      <h3>Upload an image</h3>
      <form method="post" action={action} encType={encType} noValidate onSubmit={submit}>
        <FileRow
          fieldRef={file}
          label="Image file"
          hint="JPEG, PNG, WebP or GIF, up to 5 MB"
          prompt="Drop a picture here"
          name="poster"
          accept={imageTypes.join(',')}
          required
        />
        <button type="submit" className="button button-small" aria-disabled={isBusy || undefined}>
          Use This Image
        </button>
      </form>
      {(data.hasOwnPoster || data.chosenCoverId !== null) && (
        <form method="post" action={action} encType={encType} onSubmit={submit}>
          <input type="hidden" name="remove" value="yes" />
          <button type="submit" className="button button-text button-small" aria-disabled={isBusy || undefined}>
            {data.hasOwnPoster ? 'Remove Cover' : 'Use First Episode'}
          </button>
        </form>
      )}
    </section>
  )
}
