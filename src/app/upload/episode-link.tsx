import { useId, useRef, useState } from 'react'
import { editAddress } from '#app/own-episodes/edit-address.ts'
import { copyText } from '#app/ui/copy-text.ts'
import { Link } from '#app/ui/link.tsx'
import { useHydrated } from '#app/ui/use-hydrated.ts'

/** The address of a new episode, with a button that copies it, and what its creator may want to do next. */
export function EpisodeLink({ episodeId }: { episodeId: string }) {
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const [isCopied, setCopied] = useState(false)
  const isHydrated = useHydrated()
  return (
    <>
      {/* The origin is known to the browser only. */}
      {isHydrated && (
        <div className="field">
          <div className="field-head cluster spread">
            <label htmlFor={id}>Link</label>
          </div>
          <div className="done-link">
            <input
              ref={field}
              id={id}
              className="input"
              readOnly
              value={new URL(`/watch/${episodeId}`, location.href).href}
              onFocus={(event) => event.currentTarget.select()}
            />
            <button
              type="button"
              className="button"
              onClick={() => void copyText(field.current?.value ?? '', field.current).then(setCopied)}
            >
              {isCopied ? 'Copied' : 'Copy'}
            </button>
          </div>
          <p className="visually-hidden" role="status">
            {isCopied && 'Copied'}
          </p>
        </div>
      )}
      <ul className="done-next cluster small">
        <li>
          <Link to={editAddress(episodeId, 'thumbnail')}>Choose the thumbnail</Link>
        </li>
        <li>
          <Link to={`/subtitles/${episodeId}`}>Add subtitles</Link>
        </li>
        <li>
          <Link to="/series/new">Put it into a series</Link>
        </li>
      </ul>
    </>
  )
}
