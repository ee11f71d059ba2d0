import { type RefObject, useEffect, useRef, useState } from 'react'
import { attachSource } from '#app/playback/attach-source.ts'

/**
 * Plays the episode of an item. Requests nothing until it is played or moved. Silent while it is covered.
 *
 * @param hls URL of the master playlist
 */
export function useItemPlayer(video: RefObject<HTMLVideoElement | null>, hls: string, isRevealed: boolean) {
  const [isPlaying, setPlaying] = useState(false)
  const [isSilenced, setSilenced] = useState(false)
  const [position, setPosition] = useState(0)
  const [hasFailed, setFailed] = useState(false)
  const attached = useRef<{ release: () => void; isClosed: boolean } | null>(null)
  const isMuted = !isRevealed || isSilenced

  useEffect(() => {
    const element = video.current
    if (!element) return
    const controller = new AbortController()
    const { signal } = controller
    const follow = () => setPosition(element.currentTime)
    for (const name of ['timeupdate', 'seeking']) element.addEventListener(name, follow, { signal })
    element.addEventListener('play', () => setPlaying(true), { signal })
    element.addEventListener('pause', () => setPlaying(false), { signal })
    return () => {
      controller.abort()
      const source = attached.current
      attached.current = null
      if (!source) return
      source.isClosed = true
      source.release()
    }
  }, [video])

  useEffect(() => {
    // React does not set the attribute.
    if (video.current) video.current.muted = isMuted
  }, [video, isMuted])

  async function attach(element: HTMLVideoElement) {
    if (attached.current) return
    const source = { release: () => {}, isClosed: false }
    attached.current = source
    const fail = () => !source.isClosed && setFailed(true)
    try {
      const release = await attachSource(element, hls, { onFatal: fail })
      if (source.isClosed) release()
      else source.release = release
    } catch {
      fail()
    }
  }

  return {
    isPlaying,
    isMuted,
    position,
    hasFailed,
    toggleMute: () => setSilenced(!isSilenced),
    async togglePlay() {
      const element = video.current
      if (!element) return
      await attach(element)
      if (element.paused) void element.play().catch(() => {})
      else element.pause()
    },
    async seek(seconds: number) {
      const element = video.current
      if (!element) return
      setPosition(seconds)
      await attach(element)
      element.currentTime = Math.max(0, seconds)
    },
  }
}

export type ItemPlayback = ReturnType<typeof useItemPlayer>
