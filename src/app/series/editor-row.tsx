import type { MouseEvent } from 'react'
import { placeholderPoster } from '#app/episodes/placeholder-poster.ts'
import { visibilityNames } from '#app/ui/badges.tsx'
import { formatDuration } from '#app/ui/format.ts'
import { Icon } from '#app/ui/icon.tsx'
import { type EditRow, numberAt } from './list-order.ts'
import type { EditorEpisode } from './load-editor.server.ts'
import type { useSeriesRows } from './use-series-rows.ts'

interface EditorRowProps {
  row: EditRow
  at: number
  isLast: boolean
  editor: ReturnType<typeof useSeriesRows>
  /** The episode on this line; undefined for an arc, and for an episode that is gone. */
  episode: EditorEpisode | undefined
  /** Applies a button in the page; without scripts it is submitted. */
  inPage: (apply: () => void) => (event: MouseEvent) => void
}

/** One line of the editor, with the dots to drag it by and the buttons to move it and take it out. */
export function EditorRow({ row, at, isLast, editor, episode, inPage }: EditorRowProps) {
  const name = editor.nameOf(row)
  const classes = [row.kind === 'arc' ? 'series-row-arc' : 'series-row', editor.lifted === row.key && 'is-lifted']
  return (
    <li className={classes.filter(Boolean).join(' ')} onKeyDown={(event) => editor.moveByKey(event, at)}>
      <span className="series-grip" aria-hidden="true" onPointerDown={(event) => editor.drag(event, row.key)}>
        <Icon name="grip" />
      </span>
      {row.kind === 'arc' ? (
        <input
          className="input"
          name={`title-${row.key}`}
          value={row.title}
          aria-label="Title of the arc"
          placeholder="No arc from here on"
          readOnly={editor.isLocked}
          onChange={(event) => editor.rename(at, event.currentTarget.value)}
        />
      ) : (
        <>
          <span className="series-number figures">{numberAt(editor.rows, at)}</span>
          <img src={episode?.poster ?? placeholderPoster(row.key)} alt="" width="88" height="50" loading="lazy" />
          <span className="series-row-words">
            <b>{name}</b>
            <span className="muted figures">
              {episode?.durationSeconds != null && `${formatDuration(episode.durationSeconds)} · `}
              {episode && visibilityNames[episode.visibility]}
            </span>
          </span>
        </>
      )}
      <span className="series-row-buttons">
        <button
          type="submit"
          name="intent"
          value={`up ${at}`}
          className="hole"
          disabled={at === 0}
          aria-label={`Move ${name} up`}
          onClick={inPage(() => editor.move(at, at - 1))}
        >
          <Icon name="chevron-up" />
        </button>
        <button
          type="submit"
          name="intent"
          value={`down ${at}`}
          className="hole"
          disabled={isLast}
          aria-label={`Move ${name} down`}
          onClick={inPage(() => editor.move(at, at + 1))}
        >
          <Icon name="down" />
        </button>
        <button
          type="submit"
          name="intent"
          value={`out ${at}`}
          className="hole"
          aria-label={row.kind === 'arc' ? `Remove arc ${name}` : `Take ${name} out of the series`}
          onClick={inPage(() => editor.takeOut(at))}
        >
          <Icon name="x" />
        </button>
      </span>
    </li>
  )
}
