import { describe, expect, it } from 'vitest'
import { dragged, formatZoom, isZoomed, reachOf, wholePicture, withinPicture, ZOOM_MAX, zoomedByStep } from './zoom.ts'

const middle = { x: 0.5, y: 0.5 }
const corner = { x: 0, y: 0 }

describe('fingers', () => {
  it('keep what is under their middle there while they move apart', () => {
    const zoom = dragged(wholePicture, { x: 0.25, y: 0.75 }, { x: 0.25, y: 0.75 }, 2)
    expect(zoom).toEqual({ scale: 2, x: 0.375, y: 0.625 })
    // The point 0.25 from the left is shown at 0.5 + (0.25 - 0.375) * 2.
    expect(0.5 + (0.25 - zoom.x) * zoom.scale).toBe(0.25)
  })

  it('move the picture by as much as they move', () => {
    const close = { scale: 4, x: 0.5, y: 0.5 }
    expect(dragged(close, middle, { x: 0.9, y: 0.3 })).toEqual({ scale: 4, x: 0.4, y: 0.55 })
  })

  it('end at the largest scale, and at the whole picture', () => {
    expect(dragged({ scale: 2, x: 0.25, y: 0.75 }, corner, corner, 0.1).scale).toBe(1)
    expect(dragged(wholePicture, middle, middle, 100).scale).toBe(ZOOM_MAX)
  })
})

describe('a view', () => {
  const full = { x: 1, y: 1 }

  it('ends where the picture ends', () => {
    expect(withinPicture({ scale: 1, x: 0.9, y: 0.2 }, full)).toEqual(wholePicture)
    expect(withinPicture({ scale: 4, x: 0, y: 1 }, full)).toEqual({ scale: 4, x: 0.125, y: 0.875 })
    expect(withinPicture({ scale: 4, x: 0.3, y: 0.6 }, full)).toEqual({ scale: 4, x: 0.3, y: 0.6 })
  })

  it('uses the whole box, and does not move a picture that is narrower', () => {
    const upright = { x: 3, y: 1 }
    expect(reachOf(2, upright)).toEqual({ x: 0, y: 0.25 })
    expect(withinPicture({ scale: 2, x: 0.1, y: 0 }, upright)).toEqual({ scale: 2, x: 0.5, y: 0.25 })
    expect(withinPicture({ scale: 6, x: 0, y: 0.5 }, upright)).toEqual({ scale: 6, x: 0.25, y: 0.5 })
  })
})

describe('a step', () => {
  it('goes to the next scale, also from one between two', () => {
    expect(zoomedByStep(wholePicture, 1).scale).toBe(1.5)
    expect(zoomedByStep({ ...wholePicture, scale: 2.5 }, 1).scale).toBe(3)
    expect(zoomedByStep({ ...wholePicture, scale: 2.5 }, -1).scale).toBe(2)
  })

  it('is one on what is shown, where fingers or a wheel stopped beside it', () => {
    const beside = { ...wholePicture, scale: Math.SQRT2 * Math.SQRT2 }
    expect(formatZoom(beside.scale)).toBe('2×')
    expect(zoomedByStep(beside, -1).scale).toBe(1.5)
    expect(zoomedByStep({ ...wholePicture, scale: 1.97 }, 1).scale).toBe(3)
    expect(isZoomed({ ...wholePicture, scale: 1.04 })).toBe(false)
    expect(isZoomed({ ...wholePicture, scale: 1.06 })).toBe(true)
  })

  it('changes nothing at the last scale', () => {
    expect(zoomedByStep(wholePicture, -1)).toEqual(wholePicture)
    const closest = { scale: ZOOM_MAX, x: 0.2, y: 0.3 }
    expect(zoomedByStep(closest, 1)).toEqual(closest)
  })
})
