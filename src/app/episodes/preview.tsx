import { useEffect, useRef } from 'react'
import { attachFile, attachSource } from '#app/player/attach-source.ts'
import { Hole } from '#app/ui/hole.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { isOn, PREVIEW_SECONDS } from './preview-state.ts'
import type { Preview as PreviewControl } from './use-preview.ts'

interface PreviewProps {
  /** Address of the master playlist. */
  hls: string
  /** Address of the preview clip; null for an episode that has none (yet). */
  clip: string | null
  control: PreviewControl
  /** Id of the title that the play button belongs to. */
  titleId: string
}

/** What lies over a card's picture while its preview is waited for, plays, or has ended. */
export function Preview({ hls, clip, control, titleId }: PreviewProps) {
  const { state } = control
  return (
    <>
      {isOn(state) && (
        <Clip
          hls={hls}
          clip={clip}
          isShown={state.phase === 'playing'}
          onStarted={control.started}
          onFailed={control.failed}
        />
      )}
      {state.phase === 'playing' && <Ticks seconds={state.seconds} />}
      {state.phase === 'ended' && (
        <div className="preview-ended">
          <b>Preview ended</b>
          <span>Click "Watch Full Episode" to continue</span>
        </div>
      )}
      {control.isAskedFor && <AskButton control={control} titleId={titleId} />}
    </>
  )
}

interface ClipProps {
  hls: string
  clip: string | null
  isShown: boolean
  onStarted: () => void
  onFailed: () => void
}

/**
 * The silent clip, let go of when it is taken off the picture: made for this, so that nothing else is fetched, or else
 * the beginning of the lowest rendition.
 */
function Clip({ hls, clip, isShown, onStarted, onFailed }: ClipProps) {
  const video = useRef<HTMLVideoElement>(null)
  const failed = useRef(onFailed)
  failed.current = onFailed

  useEffect(() => {
    const element = video.current
    if (!element) return
    // React sets no attribute for it, and browsers ask before they let a video play by itself.
    element.muted = true
    let isGone = false
    let letGo = () => {}
    const fail = () => {
      if (!isGone) failed.current()
    }
    if (clip !== null) letGo = attachFile(element, clip, fail)
    else
      attachSource(element, hls, fail, { seconds: PREVIEW_SECONDS }).then((release) => {
        if (isGone) release()
        else letGo = release
      }, fail)
    return () => {
      isGone = true
      letGo()
    }
  }, [hls, clip])

  return (
    <video
      ref={video}
      className={isShown ? 'preview-clip' : 'preview-clip is-coming'}
      muted
      autoPlay
      loop
      playsInline
      disablePictureInPicture
      disableRemotePlayback
      tabIndex={-1}
      aria-hidden="true"
      onPlaying={onStarted}
    />
  )
}

/** Twelve ticks, one for each second that has passed. */
function Ticks({ seconds }: { seconds: number }) {
  return (
    <div className="preview-bar figures" aria-hidden="true">
      <span>{seconds} s</span>
      <div className="preview-ticks">
        {Array.from({ length: PREVIEW_SECONDS }, (_, tick) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a tick is nothing but its place
          <i key={tick} className={tick < seconds ? 'is-on' : undefined} />
        ))}
      </div>
      <Icon name="mute" />
    </div>
  )
}

/** Where motion is not welcome the preview is asked for. The button stays while it plays, so that the focus has a home. */
function AskButton({ control, titleId }: { control: PreviewControl; titleId: string }) {
  const isPlaying = isOn(control.state)
  return (
    <Hole
      look="preview-ask"
      name={isPlaying ? 'Stop preview' : 'Play preview'}
      icon={isPlaying ? 'pause' : 'play'}
      describedBy={titleId}
      onClick={isPlaying ? control.stop : control.ask}
    />
  )
}
