import type { ReactNode } from 'react'
import { Icon } from '#app/ui/icon.tsx'
import { IconButton } from '#app/ui/icon-button.tsx'
import type { Chapter } from '#catalog/chapters.ts'
import type { ControlProps } from './control-props.ts'
import type { FlashRange } from './flash-phase.ts'
import { ChapterButton, SettingsButton } from './menu-buttons.tsx'
import { PictureButtons } from './picture-buttons.tsx'
import { SeekBar } from './seek-bar.tsx'
import { SeriesLinks, type SeriesPaths } from './series-links.tsx'
import { shownTimes } from './shown-times.ts'
import { VolumeControl } from './volume-control.tsx'

interface ControlsProps extends ControlProps {
  /** URL of the video's WebVTT storyboard; null while there is none. */
  storyboard: string | null
  chapters: readonly Chapter[]
  flashes: readonly FlashRange[]
  series: SeriesPaths | undefined
  hasTheatre: boolean
  hasStudy: boolean
  hasCaptions: boolean
  rowButtons: ReactNode
  rowEnd: ReactNode
}

/** The player's control bar: the seek bar, and a row below it. The narrower the row, the fewer controls it shows. */
export function Controls({ state, commands, ...props }: ControlsProps) {
  const { storyboard, chapters, flashes, series, hasTheatre, hasStudy, hasCaptions, rowButtons, rowEnd } = props
  const control = { state, commands }
  const times = shownTimes(state)
  return (
    <div className="controls">
      <SeekBar {...control} storyboard={storyboard} chapters={chapters} flashes={flashes} />
      <div className="controls-row row gap-1">
        <IconButton
          className="icon-button-play"
          name={state.isPlaying ? 'Pause' : 'Play'}
          icon={state.isPlaying ? 'pause' : 'play'}
          onClick={commands.togglePlay}
        />
        {series && <SeriesLinks series={series} />}
        <VolumeControl {...control} />
        <span className="controls-time figures">
          <b>{times.position}</b>
          <span className="controls-length"> / {times.length}</span>
        </span>
        <ChapterButton {...control} chapters={chapters} />
        <span className="controls-gap" />
        {rowButtons}
        {hasCaptions && (
          <button
            type="button"
            className={`icon-button controls-captions ${state.captions === null ? '' : 'is-on'}`}
            aria-label={state.captions === null ? 'Captions off' : 'Captions on'}
            aria-keyshortcuts="c"
            onClick={commands.toggleCaptions}
          >
            <Icon name="cc" />
          </button>
        )}
        {hasStudy && (
          <button
            type="button"
            className="icon-button controls-study"
            aria-label="Study mode"
            aria-keyshortcuts="s"
            onClick={commands.toggleStudy}
          >
            <Icon name="study" />
          </button>
        )}
        <SettingsButton {...control} />
        <PictureButtons {...control} hasTheatre={hasTheatre} hasFlashes={flashes.length > 0} />
        {rowEnd}
      </div>
    </div>
  )
}
