import type { Page } from 'playwright-core'

interface Listener {
  /** Times of the sound's clock and of the video's, read together. */
  pairs: [sound: number, video: number][]
  /** When beeps began, on the sound's clock. */
  onsets: number[]
  stop(): void
}

declare global {
  interface Window {
    beepListener?: Listener
  }
}

/**
 * Plays a video over and over, and listens to the sound of its element.
 * @param seconds length of the video
 */
export async function listenForBeeps(page: Page, seconds: number): Promise<void> {
  await page.evaluate(async (length) => {
    const video = document.querySelector('video')!
    const context = new AudioContext()
    const source = context.createMediaElementSource(video)
    const samples = context.createScriptProcessor(512, 1, 1)
    const listener: Listener = { pairs: [], onsets: [], stop: () => clearInterval(timer) }
    window.beepListener = listener
    let lastLoud = 0
    samples.onaudioprocess = ({ inputBuffer, playbackTime }) => {
      const values = inputBuffer.getChannelData(0)
      values.forEach((value, at) => {
        if (Math.abs(value) < 0.1) return
        // The samples were played two buffers ago.
        const time = playbackTime + (at - 2 * values.length) / context.sampleRate
        if (time - lastLoud > 0.1) listener.onsets.push(time)
        lastLoud = time
      })
    }
    source.connect(samples).connect(context.destination)
    const readClocks = () => {
      listener.pairs.push([context.currentTime, video.currentTime])
      if (video.currentTime > length - 0.3 || video.ended) video.currentTime = 0
      if (video.paused) void video.play()
    }
    const timer = setInterval(readClocks, 20)
    Object.assign(video, { muted: false, volume: 1 })
    await context.resume()
  }, seconds)
}

/**
 * The video's time at the beginning of each beep so far. Only beeps during which both clocks went on alike count, so a machine
 * that is slow or a seek makes one be heard again, and changes none.
 */
export async function measuredBeeps(page: Page): Promise<number[]> {
  return await page.evaluate(() => {
    const { pairs, onsets } = window.beepListener!
    return onsets.flatMap((onset) => {
      const before = pairs.findLast(([sound]) => sound <= onset - 0.2)
      const near = pairs.findLast(([sound]) => sound <= onset)
      const after = pairs.find(([sound]) => sound >= onset + 0.2)
      if (!before || !near || !after) return []
      const steps = [
        [before, near],
        [near, after],
      ] as const
      const isSteady = steps.every(([from, to]) => Math.abs(to[1] - from[1] - (to[0] - from[0])) < 0.03)
      return isSteady ? [near[1] + onset - near[0]] : []
    })
  })
}

/** Stops listening, and returns at which of these times of the video its picture is white. */
export async function whiteAt(page: Page, times: number[]): Promise<number[]> {
  return await page.evaluate(async (seconds) => {
    const video = document.querySelector('video')!
    window.beepListener!.stop()
    video.pause()
    const pen = new OffscreenCanvas(1, 1).getContext('2d')!
    const white: number[] = []
    for (const time of seconds) {
      const shown = new Promise((resolve) => video.requestVideoFrameCallback(resolve))
      video.currentTime = time
      await shown
      pen.drawImage(video, 0, 0, 1, 1)
      if (pen.getImageData(0, 0, 1, 1).data[0]! > 128) white.push(time)
    }
    return white
  }, times)
}
