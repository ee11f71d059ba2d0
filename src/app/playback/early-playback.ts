import type { FastStartMedia } from '#video/video.ts'

/** Playback of a video that starts before any playlist is loaded. */
export interface EarlyPlayback {
  video: HTMLVideoElement
  mediaSource: MediaSource
  /** The browser refused audio, so the video plays muted. */
  isMutedByBrowser: boolean
  /** Resolves when the first segment is appended; rejects when it cannot be loaded or appended. */
  firstSegment: Promise<void>
  /** Download speed of the first segment; null before, and when it was prefetched. */
  bitsPerSecond: number | null
  /** True when the complete video has been appended. */
  isComplete: boolean
  /** Stops fetching after the current segment, and resolves to the buffer. */
  releaseBuffer(): Promise<SourceBuffer>
  /** Stops immediately, and removes the video's source. */
  stop(): void
}

/** All that inline scripts, card prefetching and the player of a page share. */
export interface EarlyMedia {
  /** Prefetched responses by URL; the next request for a URL takes its response. */
  responses: Record<string, Promise<Response>>
  /** The playback that an inline script started before hydration, until the player takes it. */
  playback: EarlyPlayback | null
}

declare global {
  var earlyMedia: EarlyMedia | undefined
}

/** The playback of this element that the page started before hydration. The caller owns it from then on. */
export function takeEarlyPlayback(video: HTMLVideoElement): EarlyPlayback | null {
  const playback = window.earlyMedia?.playback
  if (!window.earlyMedia || playback?.video !== video) return null
  window.earlyMedia.playback = null
  return playback
}

/**
 * Shows the first frame as soon as its bytes arrive: appends the first segment while it downloads, and later ones only
 * if playback would run out of data before the hand-off to hls.js.
 *
 * @returns null where the browser does not support Media Source Extensions or the codecs, or plays HLS natively
 */
export function startEarlyPlayback(video: HTMLVideoElement, fastStart: FastStartMedia): EarlyPlayback | null {
  const LOW_BUFFER_SECONDS = 2.5
  const type = `video/mp4; codecs="${fastStart.codecs}"`
  if (!('MediaSource' in window) || 'ManagedMediaSource' in window || !MediaSource.isTypeSupported(type)) return null
  const mediaSource = new MediaSource()
  const objectUrl = URL.createObjectURL(mediaSource)
  const controller = new AbortController()
  let isHandingOff = false
  let checkBuffer = () => {}

  const request = (url: string) => {
    const prefetched = window.earlyMedia?.responses[url]
    delete window.earlyMedia?.responses[url]
    const response = prefetched ?? fetch(url, { signal: controller.signal, priority: 'high' })
    // A rejection is handled where the response is awaited.
    response.catch(() => {})
    return response
  }

  const append = async (buffer: SourceBuffer, pending: Promise<Response>) => {
    const response = await pending
    if (!response.ok || !response.body) throw new Error(`segment response ${response.status}`)
    const reader = response.body.getReader()
    const stop = () => void reader.cancel().catch(() => {})
    controller.signal.addEventListener('abort', stop)
    let bytes = 0
    for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
      controller.signal.throwIfAborted()
      bytes += chunk.value.byteLength
      const appended = new Promise((resolve, reject) => {
        buffer.onupdateend = resolve
        buffer.onerror = () => reject(new Error('segment cannot be appended'))
      })
      buffer.appendBuffer(chunk.value)
      await appended
    }
    controller.signal.throwIfAborted()
    controller.signal.removeEventListener('abort', stop)
    return bytes
  }

  /** Resolves to true when the next segment is needed soon, to false when the hand-off starts. */
  const needsNextSegment = (buffer: SourceBuffer) =>
    new Promise<boolean>((resolve) => {
      checkBuffer = () => {
        const { buffered } = buffer
        const end = buffered.length > 0 ? buffered.end(buffered.length - 1) : 0
        const isOutsideBuffer = video.currentTime > end + 1
        const isBufferLow = !isOutsideBuffer && end - video.currentTime < LOW_BUFFER_SECONDS
        if (isHandingOff || isBufferLow) resolve(!isHandingOff)
      }
      checkBuffer()
    })

  const opened = new Promise<SourceBuffer>((resolve, reject) => {
    mediaSource.onsourceopen = () => {
      try {
        const buffer = mediaSource.addSourceBuffer(type)
        mediaSource.duration = fastStart.durationSeconds
        resolve(buffer)
      } catch (error) {
        reject(error)
      }
    }
  })

  const playback: EarlyPlayback = {
    video,
    mediaSource,
    isMutedByBrowser: false,
    bitsPerSecond: null,
    isComplete: false,
    firstSegment: opened.then(async (buffer) => {
      const wasPrefetched = Boolean(window.earlyMedia?.responses[fastStart.init])
      const init = request(fastStart.init)
      const first = request(fastStart.segments[0] ?? '')
      await append(buffer, init)
      const startedAt = performance.now()
      const bytes = await append(buffer, first)
      if (!wasPrefetched) playback.bitsPerSecond = (bytes * 8000) / Math.max(1, performance.now() - startedAt)
    }),
    async releaseBuffer() {
      isHandingOff = true
      checkBuffer()
      const buffer = await rest
      controller.signal.throwIfAborted()
      return buffer
    },
    stop() {
      if (controller.signal.aborted) return
      controller.abort()
      video.ontimeupdate = null
      URL.revokeObjectURL(objectUrl)
      if (video.src !== objectUrl) return
      video.removeAttribute('src')
      video.load()
    },
  }

  const rest = playback.firstSegment.then(async () => {
    const buffer = await opened
    video.ontimeupdate = () => checkBuffer()
    let next = 1
    while (next < fastStart.segments.length && (await needsNextSegment(buffer))) {
      await append(buffer, request(fastStart.segments[next] ?? ''))
      next += 1
    }
    video.ontimeupdate = null
    buffer.onupdateend = null
    buffer.onerror = null
    playback.isComplete = fastStart.isComplete && next === fastStart.segments.length
    if (playback.isComplete) mediaSource.endOfStream()
    return buffer
  })
  rest.catch(() => {})

  video.src = objectUrl
  return playback
}
