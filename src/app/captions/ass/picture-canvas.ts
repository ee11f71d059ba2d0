import { pictureBox } from './picture-box.ts'

/** Calls back when the page is shown with another number of device pixels to a CSS pixel, until it is aborted. */
function watchPixelRatio(onChange: () => void, signal: AbortSignal): void {
  const query = matchMedia(`(resolution: ${devicePixelRatio}dppx)`)
  const once = () => {
    onChange()
    watchPixelRatio(onChange, signal)
  }
  query.addEventListener('change', once, { once: true, signal })
}

/** A canvas that covers the picture of a video, letterboxes left out, for as long as the signal is not aborted. */
export class PictureCanvas {
  readonly element = document.createElement('canvas')
  readonly #video: HTMLVideoElement
  readonly #host: HTMLElement

  constructor(video: HTMLVideoElement, host: HTMLElement, onResize: () => void, signal: AbortSignal) {
    this.#video = video
    this.#host = host
    this.element.setAttribute('aria-hidden', 'true')
    Object.assign(this.element.style, { position: 'absolute', pointerEvents: 'none' })
    host.append(this.element)
    const follow = () => {
      this.#place()
      onResize()
    }
    const sizes = new ResizeObserver(follow)
    sizes.observe(video)
    sizes.observe(host)
    video.addEventListener('resize', follow, { signal })
    watchPixelRatio(onResize, signal)
    signal.addEventListener('abort', () => {
      sizes.disconnect()
      this.element.remove()
    })
    this.#place()
  }

  /** In CSS pixels; 0 while the video is not shown. */
  get height(): number {
    return this.element.clientHeight
  }

  #place(): void {
    const video = this.#video.getBoundingClientRect()
    const host = this.#host.getBoundingClientRect()
    // The page may show both enlarged.
    const scale = host.width / this.#host.offsetWidth || 1
    const { left, top, width, height } = pictureBox(
      {
        left: (video.left - host.left) / scale - this.#host.clientLeft,
        top: (video.top - host.top) / scale - this.#host.clientTop,
        width: video.width / scale,
        height: video.height / scale,
      },
      { width: this.#video.videoWidth, height: this.#video.videoHeight },
    )
    const px = { left, top, width, height }
    for (const [name, value] of Object.entries(px)) this.element.style.setProperty(name, `${value}px`)
  }
}
