import { type RefObject, useCallback, useEffect, useRef } from 'react'
import type { FrameTimes } from '#app/playback/frame-times.ts'
import { EMBED_VERSION, type EmbedEvent, type EmbedState, mayEmbed, readCommand } from './embed-messages.ts'
import { type EmbeddedVideo, readFrameTimes } from './read-frame-times.ts'
import type { EmbedPlayer } from './use-embed-player.ts'

interface Embedding {
  /** Contains the video, now or later. */
  root: RefObject<HTMLElement | null>
  player: EmbedPlayer
  video: EmbeddedVideo
  /** Origins that may embed the episode; null for all. */
  sites: readonly string[] | null
}

/** Events of the video after which the page around is told the state. */
const toldEvents = ['play', 'pause', 'timeupdate', 'seeked', 'ended', 'durationchange']

/**
 * Follows the messages of the page around the player, and tells it the state. Messages of other windows, of sites that
 * may not embed the episode and of other versions have no effect.
 * @returns reports that the video cannot be played
 */
export function useEmbedMessages({ root, player, video, sites }: Embedding): () => void {
  const send = useRef<(event: EmbedEvent['event']) => void>(null)

  useEffect(() => {
    const { parent } = window
    if (parent === window) return
    const controller = new AbortController()
    const { signal } = controller
    let target = parentOrigin(sites)
    let times: FrameTimes | null = null
    const emit = (event: EmbedEvent['event']) => {
      const { playing, seconds, durationSeconds } = player.position()
      const frame = times?.frameAt(seconds) ?? null
      const state: EmbedState = { playing, seconds, frame, durationSeconds }
      if (target !== null) parent.postMessage({ hoshi: EMBED_VERSION, event, ...state } satisfies EmbedEvent, target)
    }
    const knowTimes = (later: FrameTimes) => {
      times = later
      emit('state')
    }
    const reading = readFrameTimes(video, signal, knowTimes).then((read) => {
      times = read
      if (!signal.aborted) emit('ready')
    })
    const receive = ({ source, origin, data }: MessageEvent) => {
      if (source !== parent || !mayEmbed(sites, origin)) return
      const command = readCommand(data)
      if (command === null) return
      target = addressOf(origin)
      if (command === 'invalid') return emit('error')
      switch (command.do) {
        case 'play':
          return void player.play().catch((error: unknown) => {
            // A pause that follows at once interrupts it.
            if (!(error instanceof DOMException && error.name === 'AbortError')) emit('error')
          })
        case 'pause':
          return player.pause()
        case 'state':
          return emit('state')
        case 'seek':
          return player.seekTo(command.seconds)
        case 'frame':
          return void reading.then(() => (times ? player.seekTo(times.middleOf(command.frame)) : emit('error')))
      }
    }
    window.addEventListener('message', receive, { signal })
    // Media events do not bubble.
    for (const type of toldEvents) root.current?.addEventListener(type, () => emit('state'), { signal, capture: true })
    send.current = emit
    return () => {
      send.current = null
      controller.abort()
    }
  }, [root, player, video, sites])

  return useCallback(() => send.current?.('error'), [])
}

/** Where events go before the first message: to the page around, as far as the browser names it. */
function parentOrigin(sites: readonly string[] | null): string | null {
  const [named] = window.location.ancestorOrigins ?? []
  const origin = named ?? (URL.canParse(document.referrer) ? new URL(document.referrer).origin : null)
  if (origin === null) return sites === null ? '*' : null
  return mayEmbed(sites, origin) ? addressOf(origin) : null
}

/** A page without an origin of its own, such as a sandboxed one, can only be addressed as any. */
function addressOf(origin: string): string {
  return origin === 'null' ? '*' : origin
}
