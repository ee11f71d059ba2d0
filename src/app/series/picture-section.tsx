import { placeholderPoster } from '#app/episodes/placeholder-poster.ts'
import { ErrorMessage } from '#app/ui/field.tsx'
import { seriesPosterTypes } from '#series/series.ts'
import type { EditorData } from './load-editor.server.ts'

/** The picture of the series, in a form of its own: a file is saved at once, and needs no scripts. */
export function PictureSection({ data, problem }: { data: EditorData; problem: string | null }) {
  const action = `/series/${data.id}/picture`
  return (
    <section className="series-picture-form" aria-labelledby="series-picture-title">
      <h2 id="series-picture-title">Picture</h2>
      {problem && <ErrorMessage>{problem}</ErrorMessage>}
      <img src={data.poster ?? placeholderPoster(data.id)} alt="" width="320" height="180" />
      <p className="muted">
        {data.hasOwnPoster ? 'Your own picture.' : 'From the first episode.'} JPEG, PNG, WebP or GIF, up to 5 MB.
      </p>
      <form method="post" action={action} encType="multipart/form-data">
        <input
          type="file"
          name="poster"
          className="input"
          aria-label="Image file"
          accept={seriesPosterTypes.join(',')}
          required
        />
        <button type="submit" className="button button-small">
          Use This Image
        </button>
      </form>
      {data.hasOwnPoster && (
        <form method="post" action={action} encType="multipart/form-data">
          <input type="hidden" name="remove" value="yes" />
          <button type="submit" className="button button-text button-small">
            Remove Picture
          </button>
        </form>
      )}
    </section>
  )
}
