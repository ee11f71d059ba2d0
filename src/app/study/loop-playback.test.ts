import { describe, expect, it } from 'vitest'
import { FrameTimes } from '#app/playback/frame-times.ts'
import { LoopPlayback } from './loop-playback.ts'

const times = FrameTimes.atRate({ numerator: 24, denominator: 1 }, 240)
const range = { from: 50, to: 120 }

/** A video element as far as a loop uses it. */
function openLoop() {
  const video = { currentTime: 0, seeking: false }
  const loop = new LoopPlayback(video as HTMLVideoElement, times)
  return {
    /** Plays to the middle of a frame. @returns the frame on the canvas, and the one that the element is at */
    playTo(frame: number) {
      video.currentTime = times.middleOf(frame)
      loop.follow(range)
      return { canvas: loop.frameOnCanvas, element: times.frameAt(video.currentTime) }
    },
    present(frame: number) {
      loop.notePresented(times.startOf(frame))
      return loop.frameOnCanvas
    },
    loop,
  }
}

describe('a loop', () => {
  it('leaves the picture to the element until near its end', () => {
    const { playTo } = openLoop()
    expect([playTo(50), playTo(95)].map(({ canvas }) => canvas)).toEqual([null, null])
    expect([playTo(96), playTo(120)].map(({ canvas }) => canvas)).toEqual([96, 120])
  })

  it('shows its last frame before it jumps, and its first one until the element does', () => {
    const { playTo, present } = openLoop()
    expect(playTo(119)).toEqual({ canvas: 119, element: 119 })
    // Late: the last frame was not seen yet.
    expect(playTo(121)).toEqual({ canvas: 120, element: 121 })
    expect(playTo(122)).toEqual({ canvas: 50, element: 50 })
    expect(present(49)).toBe(50)
    expect(present(50)).toBeNull()
  })

  it('shows its last frame also when it is called a second late', () => {
    const { playTo } = openLoop()
    playTo(100)
    expect(playTo(180).canvas).toBe(120)
    expect(playTo(181).canvas).toBe(50)
  })

  it('restarted outside of `follow` shows its first frame until it has followed, however far the element is', () => {
    const { playTo, present, loop } = openLoop()
    playTo(120)
    loop.restart(range)
    expect(present(50)).toBe(50)
    expect(present(97)).toBe(50)
    expect(playTo(98).canvas).toBe(50)
    expect(present(99)).toBeNull()
  })

  it('takes in a video that is elsewhere', () => {
    const { playTo } = openLoop()
    expect(playTo(3)).toEqual({ canvas: 50, element: 50 })
    expect(openLoop().playTo(200)).toEqual({ canvas: 50, element: 50 })
  })

  it('needs its edges from the store', () => {
    const { loop } = openLoop()
    const around = [...loop.framesAround(range)]
    expect([around[0], around[1], around.at(-1), around.length]).toEqual([50, 120, 96, 26])
    expect([...loop.framesAround({ from: 9, to: 9 })]).toEqual([9, 9])
  })

  it('that is switched off leaves the picture to the element', () => {
    const { playTo, loop } = openLoop()
    playTo(119)
    loop.follow(null)
    expect(loop.frameOnCanvas).toBeNull()
  })
})
