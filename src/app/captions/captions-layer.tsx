import { type RefObject, useCallback, useSyncExternalStore } from 'react'
import type { CaptionOptions, CaptionTrack } from '#app/player/caption-options.ts'
import type { ControlProps } from '#app/player/control-props.ts'
import { captionClass } from './caption-style.ts'
import { readCaptionStyle, subscribeToCaptionStyle } from './caption-style-store.ts'
import { useActiveCues, useTrackCues } from './use-cues.ts'
import '../styles/captions.css'

interface CaptionsLayerProps extends Pick<ControlProps, 'commands'> {
  video: RefObject<HTMLVideoElement | null>
  track: CaptionTrack
  credentials: CaptionOptions['credentials']
}

/** The lines of a text over the picture, above the controls while those show. */
export function CaptionsLayer({ video, track, credentials, commands }: CaptionsLayerProps) {
  const style = useSyncExternalStore(subscribeToCaptionStyle, readCaptionStyle, readCaptionStyle)
  const onFailed = useCallback(() => commands.notify('The captions could not be loaded.'), [commands])
  const cues = useTrackCues(track, credentials, onFailed)
  const active = useActiveCues(video, cues)
  return (
    <div className={captionClass(style)} lang={track.language} dir="auto">
      {active.map((cue) => (
        <p key={`${cue.from} ${cue.text}`}>
          <span>{cue.text}</span>
        </p>
      ))}
    </div>
  )
}
