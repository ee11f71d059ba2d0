import { Icon } from '#app/ui/icon.tsx'
import { IconButton } from '#app/ui/icon-button.tsx'
import type { StoryboardFrames } from '#video/embedded-host/storyboard-frames.ts'
import { type FrameRate, middleOfFrame } from '#video/video.ts'
import { clockOf, frameFrom, offeredTiles } from './frame-clock.ts'

interface FramePickerProps {
  frames: StoryboardFrames
  frameCount: number
  frameRate: FrameRate | null
  /** The frame that is chosen; null for none. */
  frame: number | null
  onChoose: (frame: number) => void
}

/** Eight frames of a video to choose from, and a slider with single steps for any other. */
export function FramePicker({ frames, frameCount, frameRate, frame, onChoose }: FramePickerProps) {
  const shown = frame ?? 0
  const step = (by: number) => onChoose(Math.max(0, Math.min(frameCount - 1, shown + by)))
  return (
    <fieldset className="frame-picker">
      <legend>Choose a frame</legend>
      <div className="frame-choices">
        {offeredTiles(frames.seconds.length).map((tile) => {
          const each = frameFrom(frames.seconds[tile] ?? 0, frameRate, frameCount)
          return (
            <label key={tile} className="frame-choice">
              <input
                type="radio"
                name="atSeconds"
                value={middleOfFrame(each, frameRate, null)}
                checked={each === frame}
                onChange={() => onChoose(each)}
              />
              <FrameThumbnail frames={frames} index={tile} />
              <span className="figures">{clockOf(each, frameRate).split(' ')[0]}</span>
              <Icon name="check" />
            </label>
          )
        })}
      </div>
      <div className="frame-slider row gap-1 needs-scripts">
        <input
          type="range"
          aria-label="Frame"
          min={0}
          max={frameCount - 1}
          value={shown}
          aria-valuetext={clockOf(shown, frameRate)}
          onChange={(event) => onChoose(event.currentTarget.valueAsNumber)}
        />
        <output className="figures">{clockOf(shown, frameRate)}</output>
        <IconButton icon="step-back" name="Back one frame" isInert={shown === 0} onClick={() => step(-1)} />
        <IconButton icon="step-on" name="On one frame" isInert={shown >= frameCount - 1} onClick={() => step(1)} />
      </div>
    </fieldset>
  )
}

/** One tile of the sprite. An SVG crops it without an inline style, which the content security policy would block. */
export function FrameThumbnail({ frames, index }: { frames: StoryboardFrames; index: number }) {
  const { sprite, columns, rows, width, height } = frames
  const viewBox = `${(index % columns) * width} ${Math.floor(index / columns) * height} ${width} ${height}`
  return (
    <svg viewBox={viewBox} width={width} height={height} aria-hidden="true">
      <image href={sprite} width={columns * width} height={rows * height} preserveAspectRatio="none" />
    </svg>
  )
}
