import { placeholderPoster } from '#app/episodes/placeholder-poster.ts'
import { visibilityNames } from '#app/ui/badges.tsx'
import { formatDuration } from '#app/ui/format.ts'
import { Icon } from '#app/ui/icon.tsx'
import { IconButton } from '#app/ui/icon-button.tsx'
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
}

/** One line of the editor, with the dots to drag it by and the buttons to move it and take it out. */
export function EditorRow({ row, at, isLast, editor, episode }: EditorRowProps) {
  const name = editor.nameOf(row)
  const classes = [row.kind === 'arc' ? 'series-row-arc' : 'series-row', editor.lifted === row.key && 'is-lifted']
  return (
    <li className={classes.filter(Boolean).join(' ')} onKeyDown={(event) => editor.moveByKey(event, at)}>
      <span
        className="series-grip middle muted"
        aria-hidden="true"
        onPointerDown={(event) => editor.drag(event, row.key)}
      >
        <Icon name="grip" />
      </span>
      {row.kind === 'arc' ? (
        <input
          className="input"
          name={`title-${row.key}`}
          value={row.title}
          aria-label="Arc title"
          placeholder="Leave empty to end the previous arc"
          readOnly={editor.isLocked}
          onChange={(event) => editor.rename(at, event.currentTarget.value)}
        />
      ) : (
        <>
          <span className="series-number figures">{numberAt(editor.rows, at)}</span>
          <img src={episode?.poster ?? placeholderPoster(row.key)} alt="" width="88" height="50" loading="lazy" />
          <span className="series-row-text">
            <b>{name}</b>
            <span className="muted figures">
              {episode?.durationSeconds != null && `${formatDuration(episode.durationSeconds)} · `}
              {episode && visibilityNames[episode.visibility]}
            </span>
          </span>
        </>
      )}
      <span className="series-row-buttons">
        <IconButton
          icon="chevron-up"
          name={`Move ${name} up`}
          submit={{ name: 'intent', value: `up ${at}` }}
          disabled={at === 0}
          onClick={() => editor.move(at, at - 1)}
        />
        <IconButton
          icon="down"
          name={`Move ${name} down`}
          submit={{ name: 'intent', value: `down ${at}` }}
          disabled={isLast}
          onClick={() => editor.move(at, at + 1)}
        />
        <IconButton
          icon="x"
          name={row.kind === 'arc' ? `Remove arc ${name}` : `Remove ${name} from the series`}
          submit={{ name: 'intent', value: `out ${at}` }}
          onClick={() => editor.takeOut(at)}
        />
      </span>
    </li>
  )
}
