import { type RefObject, useMemo, useRef, useState } from 'react'

/** How the player of the page begins, once the viewer or the page around it asks for it. */
export interface EmbedStart {
  isPlaying: boolean
  seconds: number
}

/** The controls of the video for the page around it. */
export interface EmbedPlayer {
  /** Rejects where the browser refuses it. */
  play(): Promise<void>
  pause(): void
  seekTo(seconds: number): void
  position(): { playing: boolean; seconds: number; durationSeconds: number | null }
}

/**
 * The player of the page. It is put there at the first wish, so that a page with many of them loads no video before.
 * @param root the element in which its video will be
 */
export function useEmbedPlayer(
  root: RefObject<HTMLElement | null>,
  { startSeconds, durationSeconds }: { startSeconds: number; durationSeconds: number | null },
): { start: EmbedStart | null; player: EmbedPlayer } {
  const [start, setStart] = useState<EmbedStart | null>(null)
  const latest = useRef<EmbedStart | null>(null)
  const player = useMemo<EmbedPlayer>(() => {
    const video = () => root.current?.querySelector('video') ?? null
    const resting = () => latest.current ?? { isPlaying: false, seconds: startSeconds }
    const begin = (wish: EmbedStart) => {
      latest.current = wish
      setStart(wish)
    }
    const within = (seconds: number, end: number) => (end > 0 ? Math.min(seconds, end) : seconds)
    return {
      async play() {
        const element = video()
        if (element) await element.play()
        else begin({ ...resting(), isPlaying: true })
      },
      pause() {
        const element = video()
        if (element) element.pause()
        else if (latest.current) begin({ ...latest.current, isPlaying: false })
      },
      seekTo(seconds) {
        const element = video()
        if (element) element.currentTime = within(seconds, element.duration || 0)
        else begin({ ...resting(), seconds: within(seconds, durationSeconds ?? 0) })
      },
      position() {
        const element = video()
        if (!element) return { playing: false, seconds: resting().seconds, durationSeconds }
        const { paused, ended, currentTime, duration } = element
        return {
          playing: !paused && !ended,
          seconds: currentTime,
          durationSeconds: Number.isFinite(duration) && duration > 0 ? duration : durationSeconds,
        }
      },
    }
  }, [root, startSeconds, durationSeconds])
  return { start, player }
}
