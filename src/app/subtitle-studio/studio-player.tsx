import { memo, useCallback } from 'react'
import { EpisodePlayer } from '#app/episode-player/episode-player.tsx'
import { FlashGate } from '#app/flashes/flash-gate.tsx'
import { formatFrames } from '#app/playback/frame-times.ts'
import type { AddedPartProps } from '#app/player/player.tsx'
import { formatTime } from '#app/ui/format.ts'
import { Icon } from '#app/ui/icon.tsx'
import type { Script } from '#subtitles/script/script-parts.ts'
import type { Cue } from '#subtitles/subtitle.ts'
import type { StudioMedia } from './load-studio.server.ts'
import { PreviewLines } from './preview-lines.tsx'
import type { StudioCommands } from './use-studio.ts'
import type { VideoFrames } from './video-frames.ts'

interface StudioPlayerProps {
  title: string
  media: StudioMedia
  durationSeconds: number | null
  script: Script
  cues: readonly Cue[]
  language: string
  /** Addresses of the fonts of a script. */
  fonts: readonly string[]
  /** Stays the same. */
  onPlayer(): void
}

/** The player that viewers have, with the lines as they are edited. It is not redrawn with each frame of the video. */
export const StudioPlayer = memo(function StudioPlayer(props: StudioPlayerProps) {
  const { title, media, durationSeconds, script, cues, language, fonts, onPlayer } = props
  const { hls, poster, storyboard, width, height, flashes } = media
  const renderOver = useCallback(
    ({ video }: AddedPartProps) => (
      <PreviewLines key={script.format} video={video} script={script} cues={cues} language={language} fonts={fonts} />
    ),
    [script, cues, language, fonts],
  )
  return (
    <FlashGate flashes={flashes} poster={poster} hls={hls} canGoBack={false} onPlayer={onPlayer}>
      {(dimsFlashes) => (
        <EpisodePlayer
          title={title}
          hls={hls}
          poster={poster}
          storyboard={storyboard}
          width={width}
          height={height}
          durationSeconds={durationSeconds}
          renderOver={renderOver}
          fastStart={null}
          flashes={flashes.spans}
          dimsFlashes={dimsFlashes}
          start="paused"
        />
      )}
    </FlashGate>
  )
})

interface TransportProps {
  videoFrames: VideoFrames
  frame: number
  commands: StudioCommands
  hasLine: boolean
}

/** The frame that is shown, one back and one on, and the selected line alone. */
export function Transport({ videoFrames, frame, commands, hasLine }: TransportProps) {
  const { second, frames } = videoFrames.times.clockOf(frame)
  return (
    <div className="studio-transport row cluster spread">
      <div className="studio-steps">
        <button
          type="button"
          className="icon-button"
          aria-label="Back one frame"
          aria-keyshortcuts="Alt+J"
          onClick={() => commands.stepVideo(-1)}
        >
          <Icon name="step-back" />
        </button>
        <span className="studio-clock figures" role="timer" aria-label="Frame">
          {formatTime(second)} <i>{formatFrames(frames)}</i>
        </span>
        <button
          type="button"
          className="icon-button"
          aria-label="Forward one frame"
          aria-keyshortcuts="Alt+K"
          onClick={() => commands.stepVideo(1)}
        >
          <Icon name="step-on" />
        </button>
      </div>
      <button
        type="button"
        className="button button-small"
        aria-keyshortcuts="Alt+L"
        disabled={!hasLine}
        onClick={commands.playLine}
      >
        <Icon name="play" />
        Play line
      </button>
    </div>
  )
}
