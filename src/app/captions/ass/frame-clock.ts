/**
 * Follows the frames that a video shows, in the order in which it shows them.
 *
 * @returns the moment of the frame that is shown, in seconds
 */
export function followFrames(video: HTMLVideoElement, onFrame: () => void, signal: AbortSignal): () => number {
  let shown: number | null = null
  const follow = 'requestVideoFrameCallback' in video ? followPresented : followPlaying
  follow(
    video,
    (seconds) => {
      shown = seconds
      onFrame()
    },
    signal,
  )
  const forget = () => {
    shown = null
  }
  for (const event of ['seeking', 'emptied']) video.addEventListener(event, forget, { signal })
  for (const event of ['seeked', 'loadeddata', 'pause']) video.addEventListener(event, onFrame, { signal })
  return () => shown ?? video.currentTime
}

type Follow = (video: HTMLVideoElement, onFrame: (seconds: number) => void, signal: AbortSignal) => void

const followPresented: Follow = (video, onFrame, signal) => {
  let handle = video.requestVideoFrameCallback(function next(_now, { mediaTime }) {
    onFrame(mediaTime)
    handle = video.requestVideoFrameCallback(next)
  })
  signal.addEventListener('abort', () => video.cancelVideoFrameCallback(handle))
}

/** Follows the frames in Firefox before 132. */
const followPlaying: Follow = (video, onFrame, signal) => {
  let handle = 0
  const next = () => {
    onFrame(video.currentTime)
    if (!video.paused) handle = requestAnimationFrame(next)
  }
  video.addEventListener('playing', next, { signal })
  signal.addEventListener('abort', () => cancelAnimationFrame(handle))
}
