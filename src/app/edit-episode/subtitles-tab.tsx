import { stateNames } from '#app/subtitles/words.ts'
import { Icon } from '#app/ui/icon.tsx'
import { Link } from '#app/ui/link.tsx'
import type { EditedText } from './load-edited.server.ts'

/** The subtitles of an episode, each with the way to its own page. */
export function SubtitlesTab({ id, texts }: { id: string; texts: readonly EditedText[] }) {
  const path = `/subtitles/${id}`
  return (
    <>
      <div className="row cluster gap-3 spread">
        <h2>{texts.length === 1 ? '1 language' : `${texts.length} languages`}</h2>
        <Link className="button button-small" to={`${path}?add`}>
          <Icon name="plus" />
          Add a Language
        </Link>
      </div>
      {texts.length === 0 && <p className="edit-none">No subtitles yet. Add a language to write or upload some.</p>}
      <ul className="edit-rows">
        {texts.map((text) => (
          <li key={text.id}>
            <b>
              <bdi>{text.label}</bdi>
            </b>
            <span className="figures">{text.cues === 1 ? '1 line' : `${text.cues} lines`}</span>
            <span>
              {stateNames[text.state]}
              {text.author !== null && `, by ${text.author}`}
            </span>
            <Link
              className="button button-small"
              to={`${path}?text=${text.id}`}
              aria-label={`${text.author !== null && text.state === 'draft' ? 'Review' : 'Edit'} ${text.label}`}
            >
              {text.author !== null && text.state === 'draft' ? 'Review' : 'Edit Lines'}
            </Link>
          </li>
        ))}
      </ul>
    </>
  )
}
