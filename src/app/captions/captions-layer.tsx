import { type RefObject, useCallback, useState, useSyncExternalStore } from 'react'
import type { CaptionOptions, CaptionTrack } from '#app/player/caption-options.ts'
import type { ControlProps } from '#app/player/control-props.ts'
import { areControlsShown } from '#app/player/player-state.ts'
import { captionClass } from './caption-style.ts'
import { readCaptionStyle, subscribeToCaptionStyle } from './caption-style-store.ts'
import { DrawnCaptions } from './drawn-captions.tsx'
import { useActiveCues, useTrackCues } from './use-cues.ts'
import '../styles/captions.css'

interface CaptionsLayerProps extends ControlProps {
  video: RefObject<HTMLVideoElement | null>
  track: CaptionTrack
  credentials: CaptionOptions['credentials']
}

/**
 * The lines of a text over the picture, above the controls while those show: a script as it was drawn, unless the viewer
 * wants plain lines or it cannot be drawn here.
 */
export function CaptionsLayer({ state, ...props }: CaptionsLayerProps) {
  const style = useSyncExternalStore(subscribeToCaptionStyle, readCaptionStyle, readCaptionStyle)
  const [isPlain, setPlain] = useState(props.track.format !== 'ass')
  const onFailed = useCallback(() => setPlain(true), [])
  if (isPlain || !style.keepsDrawn) return <PlainCaptions {...props} className={captionClass(style)} />
  // Study mode has its controls below the picture.
  const isRaised = state.study !== 'open' && areControlsShown(state)
  return <DrawnCaptions {...props} style={style} isRaised={isRaised} onFailed={onFailed} />
}

function PlainCaptions(props: Omit<CaptionsLayerProps, 'state'> & { className: string }) {
  const { video, track, credentials, commands, className } = props
  const onFailed = useCallback(() => commands.notify('The captions could not be loaded.'), [commands])
  const cues = useTrackCues(track, credentials, onFailed)
  const active = useActiveCues(video, cues)
  return (
    <div className={className} lang={track.language} dir="auto">
      {active.map((cue) => (
        <p key={`${cue.from} ${cue.text}`}>
          <span>{cue.text}</span>
        </p>
      ))}
    </div>
  )
}
