import { useEffect, useRef, useState } from 'react'
import { attachSource } from '#app/playback/attach-source.ts'

interface FilmFrameProps {
  hls: string
  seconds: number
}

/** One frame of the video, at its own sharpness. Transparent until that frame has arrived. */
export function FilmFrame({ hls, seconds }: FilmFrameProps) {
  const video = useRef<HTMLVideoElement>(null)
  const [shown, setShown] = useState<number | null>(null)
  const [startAt] = useState(seconds)
  useEffect(() => {
    const element = video.current
    if (!element) return
    let release: (() => void) | null = null
    let isOver = false
    void attachSource(element, hls, { onFatal() {} }, { startAt, preview: { seconds: 1 } }).then((end) => {
      if (isOver) end()
      else release = end
    })
    return () => {
      isOver = true
      release?.()
    }
  }, [hls, startAt])
  useEffect(() => {
    if (video.current) video.current.currentTime = seconds
  }, [seconds])
  return (
    <video
      ref={video}
      className={shown === seconds ? 'is-shown' : undefined}
      muted
      playsInline
      preload="auto"
      tabIndex={-1}
      aria-hidden="true"
      onSeeked={(event) => setShown(Math.abs(event.currentTarget.currentTime - seconds) < 0.001 ? seconds : null)}
    />
  )
}
