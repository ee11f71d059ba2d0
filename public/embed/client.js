/**
 * Controls an episode of Hoshi that a page embeds.
 *
 *     import { connect } from 'https://hoshi.example/embed/client.js'
 *     const player = connect(document.querySelector('iframe'))
 *     player.on('state', ({ seconds }) => console.log(seconds))
 *     await player.ready
 *     player.play()
 */

const VERSION = 1

/** @type {typeof import('./client.d.ts').connect} */
export function connect(iframe) {
  const { origin } = new URL(iframe.src, document.baseURI)
  /** @type {Record<string, Set<(state: object) => void>>} */
  const listeners = { ready: new Set(), state: new Set(), error: new Set() }
  /** @type {((state: object) => void)[]} */
  let waiting = []
  let isReady = false
  let setReady = () => {}
  const ready = new Promise((resolve) => {
    setReady = resolve
  })

  const send = (message) => iframe.contentWindow?.postMessage({ hoshi: VERSION, ...message }, origin)
  const askState = () => send({ do: 'state' })

  const receive = (event) => {
    if (event.source !== iframe.contentWindow || event.origin !== origin) return
    const { hoshi, event: name, ...state } = event.data ?? {}
    if (hoshi !== VERSION || !Object.hasOwn(listeners, name)) return
    if (!isReady) {
      isReady = true
      setReady(state)
      if (name !== 'ready') for (const listener of listeners.ready) listener(state)
    }
    if (name === 'state') for (const answer of waiting.splice(0)) answer(state)
    for (const listener of listeners[name]) listener(state)
  }

  window.addEventListener('message', receive)
  // The player may have said that it is ready before anybody listened.
  iframe.addEventListener('load', askState)
  askState()

  return {
    ready,
    play: () => send({ do: 'play' }),
    pause: () => send({ do: 'pause' }),
    seek: (seconds) => send({ do: 'seek', seconds }),
    showFrame: (frame) => send({ do: 'frame', frame }),
    state: () =>
      new Promise((resolve) => {
        waiting.push(resolve)
        askState()
      }),
    on(name, listener) {
      listeners[name].add(listener)
      return () => listeners[name].delete(listener)
    },
    disconnect() {
      waiting = []
      window.removeEventListener('message', receive)
      iframe.removeEventListener('load', askState)
    },
  }
}
