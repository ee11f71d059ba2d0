import { useId, useSyncExternalStore } from 'react'
import { Icon } from '#app/ui/icon.tsx'
import { Modal } from '#app/ui/modal.tsx'
import {
  type CaptionStyle,
  captionClass,
  captionColours,
  captionEdges,
  captionPlaces,
  captionSizes,
  defaultCaptionStyle,
  isDefaultStyle,
} from './caption-style.ts'
import { chooseCaptionStyle, readCaptionStyle, subscribeToCaptionStyle } from './caption-style-store.ts'
import '../styles/modal.css'
import '../styles/captions.css'
import '../styles/caption-style.css'

/** How the viewer wants captions: on paper, with a sample. Each choice acts at once. */
export function CaptionStyleSheet({ onClosed }: { onClosed(): void }) {
  const id = useId()
  return (
    <Modal labelledBy={id} size="small" onClosed={onClosed}>
      {(close) => <Sheet headingId={id} close={close} />}
    </Modal>
  )
}

function Sheet({ headingId, close }: { headingId: string; close(): void }) {
  const style = useSyncExternalStore(subscribeToCaptionStyle, readCaptionStyle, readCaptionStyle)
  const choose = (change: Partial<CaptionStyle>) => chooseCaptionStyle({ ...style, ...change })
  return (
    <div className="caption-style">
      <h2 id={headingId}>Caption style</h2>
      <div className="caption-sample" aria-hidden="true">
        <div className={captionClass(style)}>
          <p>
            <span>You said the last one waits!</span>
          </p>
        </div>
      </div>
      <label className="caption-row">
        Size
        <span className="caption-size row">
          <input
            type="range"
            className="caption-range"
            min={0}
            max={captionSizes.length - 1}
            value={captionSizes.indexOf(style.size)}
            aria-valuetext={style.size}
            onChange={({ currentTarget }) => choose({ size: captionSizes[currentTarget.valueAsNumber]! })}
          />
          <em aria-hidden="true">{style.size}</em>
        </span>
      </label>
      <Choices
        title="Color"
        values={captionColours}
        chosen={style.colour}
        choose={(colour) => choose({ colour })}
        isColour
      />
      <Choices title="Edge style" values={captionEdges} chosen={style.edge} choose={(edge) => choose({ edge })} />
      <Choices title="Position" values={captionPlaces} chosen={style.place} choose={(place) => choose({ place })} />
      <label className="caption-row switch">
        Keep original style for signs and songs
        <input
          type="checkbox"
          // biome-ignore lint/a11y/useAriaPropsForRole: a checkbox exposes natively whether it is checked
          role="switch"
          checked={style.keepsDrawn}
          onChange={({ currentTarget }) => choose({ keepsDrawn: currentTarget.checked })}
        />
      </label>
      <div className="caption-actions">
        <button
          type="button"
          className="button button-text"
          disabled={isDefaultStyle(style)}
          onClick={() => choose(defaultCaptionStyle)}
        >
          Reset
        </button>
        <button type="button" className="button button-primary button-small" onClick={close}>
          <Icon name="check" />
          Done
        </button>
      </div>
    </div>
  )
}

interface ChoicesProps<Value extends string> {
  title: string
  values: readonly Value[]
  chosen: Value
  choose(value: Value): void
  /** Shown as discs of the colours rather than by their names. */
  isColour?: boolean
}

function Choices<Value extends string>({ title, values, chosen, choose, isColour = false }: ChoicesProps<Value>) {
  const name = useId()
  return (
    <fieldset className="caption-row">
      <legend>{title}</legend>
      <span className={isColour ? 'caption-colours' : 'caption-segments'}>
        {values.map((value) => (
          <label key={value} className={isColour ? `is-${value}` : undefined}>
            <input
              type="radio"
              name={name}
              value={value}
              checked={value === chosen}
              onChange={() => choose(value)}
              className="visually-hidden"
            />
            <span className={isColour ? 'visually-hidden' : undefined}>{nameOf(value)}</span>
          </label>
        ))}
      </span>
    </fieldset>
  )
}

function nameOf(value: string): string {
  return value.charAt(0).toUpperCase() + value.slice(1)
}
