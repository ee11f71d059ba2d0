import type { Beginning } from '#video/video.ts'

/** A film that has begun before any playlist was known. */
export interface BegunPicture {
  mediaSource: MediaSource
  /** The browser refused the sound, so the film runs without it. */
  isMutedByBrowser: boolean
  /** Settles when the first segment is in; fails when the film could not be begun. */
  firstSegment: Promise<void>
  /** How fast the first segment came; null before, and where it was there already. */
  bitsPerSecond: number | null
  /** True when everything there is has been appended. */
  isWhole: boolean
  /** Ends the fetching after the segment on its way, and gives the buffer away. */
  handOver(): Promise<SourceBuffer>
  /** Stops at once, and leaves the video without a source. */
  stop(): void
}

declare global {
  interface HTMLVideoElement {
    /** Left by the script in the page that began the film before the rest of it came alive. */
    begunPicture?: BegunPicture | null
  }
  /** Answers on their way to whoever asks for their address next. */
  var earlyAnswers: Record<string, Promise<Response>> | undefined
}

/**
 * Shows the first picture as soon as its bytes are there: appends the first segment while it arrives, and the next ones
 * only when they would be missed before somebody takes over.
 *
 * @returns null where the browser cannot do that, or plays HLS by itself
 */
export function beginPicture(video: HTMLVideoElement, beginning: Beginning): BegunPicture | null {
  const MISSED_SOON_SECONDS = 2.5
  const type = `video/mp4; codecs="${beginning.codecs}"`
  if (!('MediaSource' in window) || 'ManagedMediaSource' in window || !MediaSource.isTypeSupported(type)) return null
  const mediaSource = new MediaSource()
  const address = URL.createObjectURL(mediaSource)
  const stopped = new AbortController()
  let isLeaving = false
  let look = () => {}

  const ask = (from: string) => {
    const early = window.earlyAnswers?.[from]
    delete window.earlyAnswers?.[from]
    const answer = early ?? fetch(from, { signal: stopped.signal, priority: 'high' })
    // Whoever waits for it hears of a failure.
    answer.catch(() => {})
    return answer
  }

  const append = async (buffer: SourceBuffer, asked: Promise<Response>) => {
    const answer = await asked
    if (!answer.ok || !answer.body) throw new Error(`A segment answered ${answer.status}.`)
    const reader = answer.body.getReader()
    const stop = () => void reader.cancel().catch(() => {})
    stopped.signal.addEventListener('abort', stop)
    let bytes = 0
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
      stopped.signal.throwIfAborted()
      bytes += piece.value.byteLength
      const isIn = new Promise((resolve, reject) => {
        buffer.onupdateend = resolve
        buffer.onerror = () => reject(new Error('A segment cannot be read.'))
      })
      buffer.appendBuffer(piece.value)
      await isIn
    }
    stopped.signal.throwIfAborted()
    stopped.signal.removeEventListener('abort', stop)
    return bytes
  }

  /** Waits until the next segment would be missed, or somebody takes over. */
  const missed = (buffer: SourceBuffer) =>
    new Promise<boolean>((resolve) => {
      look = () => {
        const { buffered } = buffer
        const end = buffered.length > 0 ? buffered.end(buffered.length - 1) : 0
        const isElsewhere = video.currentTime > end + 1
        const isSoon = !isElsewhere && end - video.currentTime < MISSED_SOON_SECONDS
        if (isLeaving || isSoon) resolve(!isLeaving)
      }
      look()
    })

  const opened = new Promise<SourceBuffer>((resolve, reject) => {
    mediaSource.onsourceopen = () => {
      try {
        const buffer = mediaSource.addSourceBuffer(type)
        mediaSource.duration = beginning.durationSeconds
        resolve(buffer)
      } catch (error) {
        reject(error)
      }
    }
  })

  const begun: BegunPicture = {
    mediaSource,
    isMutedByBrowser: false,
    bitsPerSecond: null,
    isWhole: false,
    firstSegment: opened.then(async (buffer) => {
      const wasEarly = Boolean(window.earlyAnswers?.[beginning.init])
      const init = ask(beginning.init)
      const first = ask(beginning.segments[0] ?? '')
      await append(buffer, init)
      const from = performance.now()
      const bytes = await append(buffer, first)
      if (!wasEarly) begun.bitsPerSecond = (bytes * 8000) / Math.max(1, performance.now() - from)
    }),
    async handOver() {
      isLeaving = true
      look()
      const buffer = await rest
      stopped.signal.throwIfAborted()
      return buffer
    },
    stop() {
      if (stopped.signal.aborted) return
      stopped.abort()
      video.ontimeupdate = null
      URL.revokeObjectURL(address)
      if (video.src !== address) return
      video.removeAttribute('src')
      video.load()
    },
  }

  const rest = begun.firstSegment.then(async () => {
    const buffer = await opened
    video.ontimeupdate = () => look()
    let next = 1
    while (next < beginning.segments.length && (await missed(buffer))) {
      await append(buffer, ask(beginning.segments[next] ?? ''))
      next += 1
    }
    video.ontimeupdate = null
    buffer.onupdateend = null
    buffer.onerror = null
    begun.isWhole = beginning.isWhole && next === beginning.segments.length
    if (begun.isWhole) mediaSource.endOfStream()
    return buffer
  })
  rest.catch(() => {})

  video.src = address
  return begun
}
