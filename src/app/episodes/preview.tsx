import { useEffect, useRef } from 'react'
import { attachFile, attachSource } from '#app/playback/attach-source.ts'
import { Icon } from '#app/ui/icon.tsx'
import { IconButton } from '#app/ui/icon-button.tsx'
import { PREVIEW_SECONDS } from '#video/video.ts'
import { isClipMounted } from './preview-state.ts'
import type { PreviewControl } from './use-preview.ts'

interface PreviewProps {
  /** URL of the master playlist. */
  hls: string
  /** URL of the preview clip; null for an episode that has none (yet). */
  clip: string | null
  control: PreviewControl
  /** Id of the title that describes the play button. */
  titleId: string
}

/** The overlay on a card's poster while its preview loads, plays, or has ended. */
export function Preview({ hls, clip, control, titleId }: PreviewProps) {
  const { state } = control
  return (
    <>
      {isClipMounted(state) && (
        <Clip
          hls={hls}
          clip={clip}
          isShown={state.phase === 'playing'}
          onStarted={control.onStarted}
          onFailed={control.onFailed}
        />
      )}
      {state.phase === 'playing' && <Ticks seconds={state.seconds} />}
      {state.phase === 'ended' && (
        <div className="preview-ended column gap-2">
          <b>Preview ended</b>
          <span>Click "Watch Full Episode" to continue</span>
        </div>
      )}
      {control.startsOnRequest && <PreviewButton control={control} titleId={titleId} />}
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
 * The muted clip, released on unmount: the preview file or, without one, the first seconds of the lowest rendition.
 */
function Clip({ hls, clip, isShown, onStarted, onFailed }: ClipProps) {
  const video = useRef<HTMLVideoElement>(null)
  const latestOnFailed = useRef(onFailed)
  latestOnFailed.current = onFailed

  useEffect(() => {
    const element = video.current
    if (!element) return
    // React does not set the attribute, which browsers check before they let a video autoplay.
    element.muted = true
    let isCancelled = false
    let teardown = () => {}
    const fail = () => {
      if (!isCancelled) latestOnFailed.current()
    }
    if (clip !== null) teardown = attachFile(element, clip, fail)
    else
      attachSource(element, hls, { onFatal: fail }, { preview: { seconds: PREVIEW_SECONDS } }).then((release) => {
        if (isCancelled) release()
        else teardown = release
      }, fail)
    return () => {
      isCancelled = true
      teardown()
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
    <div className="preview-bar row figures" aria-hidden="true">
      <span>{seconds} s</span>
      <div className="preview-ticks">
        {Array.from({ length: PREVIEW_SECONDS }, (_, tick) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a tick is identified by its position
          <i key={tick} className={tick < seconds ? 'is-on' : undefined} />
        ))}
      </div>
      <Icon name="mute" />
    </div>
  )
}

/** With reduced motion, the preview starts on request. The button stays during playback, so that it keeps the focus. */
function PreviewButton({ control, titleId }: { control: PreviewControl; titleId: string }) {
  const isPlaying = isClipMounted(control.state)
  return (
    <IconButton
      className="preview-ask"
      name={isPlaying ? 'Stop preview' : 'Play preview'}
      icon={isPlaying ? 'pause' : 'play'}
      describedBy={titleId}
      onClick={isPlaying ? control.stop : control.play}
    />
  )
}
