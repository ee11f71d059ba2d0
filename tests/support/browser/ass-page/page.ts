import type { AssLayer, AssRequest } from '#app/captions/ass/captions-ass.ts'

/** The functions of the page for specs. */
export interface AssPage {
  /** Loads a video, and draws a script over it. */
  start(video: string, script: string, options?: Pick<AssRequest, 'fonts'>): Promise<void>
  seek(seconds: number): Promise<void>
  /** The drawn picture over mid-grey, as RGB bytes from the top left. */
  pixels(): { width: number; height: number; base64: string }
  layer(): AssLayer
  /** Errors that the layer reported. */
  failures: string[]
  /** Number of messages to workers. */
  messages: number
}

declare global {
  interface Window {
    assPage: AssPage
  }
}

const GREY = 'rgb(128 128 128)'
const video = document.querySelector('video')!
const host = document.querySelector<HTMLElement>('main')!
let layer: AssLayer | null = null
const failures: string[] = []

const { postMessage } = Worker.prototype
Worker.prototype.postMessage = function (this: Worker, ...message: Parameters<typeof postMessage>) {
  window.assPage.messages += 1
  postMessage.apply(this, message)
} as typeof postMessage

window.assPage = {
  failures,
  messages: 0,
  async start(source, script, options = {}) {
    layer?.destroy()
    const isLoaded = new Promise((resolve) => video.addEventListener('loadeddata', resolve, { once: true }))
    if (!video.currentSrc.endsWith(source)) {
      video.src = source
      await isLoaded
    }
    const { drawAss } = await import('#app/captions/ass/captions-ass.ts')
    const onFailure = (error: unknown) => failures.push(String(error))
    layer = await drawAss({ video, host, script, ...options, onFailure, signal: new AbortController().signal })
  },
  async seek(seconds) {
    const hasSought = new Promise((resolve) => video.addEventListener('seeked', resolve, { once: true }))
    video.currentTime = seconds
    await hasSought
  },
  pixels() {
    const drawn = document.querySelector('canvas')!
    const { width, height } = drawn
    const copy = new OffscreenCanvas(width, height).getContext('2d')!
    copy.fillStyle = GREY
    copy.fillRect(0, 0, width, height)
    copy.drawImage(drawn, 0, 0)
    const { data } = copy.getImageData(0, 0, width, height)
    const rgb = new Uint8Array(width * height * 3)
    for (let pixel = 0; pixel < width * height; pixel += 1) rgb.set(data.subarray(pixel * 4, pixel * 4 + 3), pixel * 3)
    let binary = ''
    for (let at = 0; at < rgb.length; at += 30_000) binary += String.fromCharCode(...rgb.subarray(at, at + 30_000))
    return { width, height, base64: btoa(binary) }
  },
  layer: () => layer!,
}
