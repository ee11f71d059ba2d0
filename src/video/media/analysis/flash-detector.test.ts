import { expect, test } from 'vitest'
import { drawFrame, everywhere, type Patch, type Rgb, SIZE } from '#tests/support/browser/drawn-frames.ts'
import { createFlashDetector } from './flash-detector.ts'

const black: Rgb = [0, 0, 0]
const white: Rgb = [255, 255, 255]
const FPS = 24

interface Strobe {
  colours?: [Rgb, Rgb]
  patches?: Patch[]
  /** Frames from one change to the next. */
  hold: number
  seconds?: number
  fps?: number
}

/** Two seconds of the first colour, then the patches alternate, then the first colour again. */
function analyse({ colours = [black, white], patches = [everywhere], hold, seconds = 3, fps = FPS }: Strobe) {
  const [off, on] = colours
  const still = drawFrame(off)
  const lit = drawFrame(off, ...patches.map((patch) => ({ patch, colour: on })))
  const detector = createFlashDetector(SIZE)
  const first = 2 * fps
  const last = first + seconds * fps
  for (let frame = 0; frame < last + 2 * fps; frame += 1) {
    const isLit = frame >= first && frame < last && Math.floor((frame - first) / hold) % 2 === 0
    detector.push(isLit ? lit : still, frame / fps)
  }
  return detector.end()
}

const kindsOf = (strobe: Strobe) => analyse(strobe).spans.map(({ kind }) => kind)

/** A patch of so many pixels inside one block of 53 by 40. */
const patchOf = (width: number, height: number, x = 20, y = 20): Patch => ({ x, y, width, height })

test('four flashes a second are too many, three are not', () => {
  expect(kindsOf({ hold: 3 })).toEqual(['luminance'])
  expect(kindsOf({ hold: 4 })).toEqual([])
})

test('three flashes are too many only where a fourth follows within the second', () => {
  expect(kindsOf({ hold: 3, seconds: 0.75 })).toEqual([])
  expect(kindsOf({ hold: 3, seconds: 1 })).toEqual(['luminance'])
})

test('a span lasts from the first change to the last, with its rate and its share of the picture', () => {
  const { spans, perSecond } = analyse({ hold: 2, patches: [{ x: 0, y: 0, width: 80, height: 90 }] })
  expect(spans).toEqual([{ kind: 'luminance', from: 2, to: expect.closeTo(5, 0), perSecond: 6, share: 0.5 }])
  expect(perSecond.slice(0, 6)).toEqual([0, 0, 6, 6, 6, 0])
})

test.each([
  { patches: [patchOf(26, 20)], pixels: 520, kinds: [] },
  { patches: [patchOf(27, 20)], pixels: 540, kinds: ['luminance'] },
  { patches: [patchOf(2, 90, 10, 0), patchOf(2, 90, 100, 0)], pixels: 360, kinds: [] },
  { patches: [patchOf(20, 20, 0, 0), patchOf(20, 20, 60, 0)], pixels: 800, kinds: [] },
  { patches: [patchOf(20, 20, 0, 0), patchOf(20, 20, 30, 0)], pixels: 800, kinds: ['luminance'] },
])('533 pixels of one block are too many: $pixels in $patches', ({ patches, kinds }) => {
  expect(kindsOf({ hold: 3, patches })).toEqual(kinds)
})

test.each<{ colours: [Rgb, Rgb]; kinds: string[]; why: string }>([
  { colours: [black, [87, 87, 87]], kinds: [], why: 'a change of 0.095' },
  { colours: [black, [91, 91, 91]], kinds: ['luminance'], why: 'a change of 0.105' },
  { colours: [[232, 232, 232], white], kinds: [], why: 'both states are 0.8 or lighter' },
  { colours: [[229, 229, 229], white], kinds: ['luminance'], why: 'one state is darker than 0.8' },
  {
    colours: [
      [128, 128, 128],
      [230, 0, 0],
    ],
    kinds: ['red'],
    why: 'a saturated red beside a grey as light',
  },
  {
    colours: [
      [128, 128, 128],
      [200, 104, 104],
    ],
    kinds: [],
    why: 'a red that is not saturated',
  },
  { colours: [black, [60, 0, 0]], kinds: [], why: 'a red too dark to see' },
  {
    colours: [
      [255, 0, 0],
      [230, 0, 0],
    ],
    kinds: [],
    why: 'two reds',
  },
])('$why: $kinds', ({ colours, kinds }) => {
  expect(kindsOf({ hold: 3, colours })).toEqual(kinds)
})

test('light that fades in and out over several frames flashes like light that jumps', () => {
  const detector = createFlashDetector(SIZE)
  for (let frame = 0; frame < 5 * FPS; frame += 1) {
    const level = Math.round(127.5 * (1 - Math.cos((2 * Math.PI * frame) / 6)))
    detector.push(drawFrame([level, level, level]), frame / FPS)
  }
  expect(detector.end().spans).toMatchObject([{ kind: 'luminance' }])
})

test('two strobes more than a second apart are two spans', () => {
  const detector = createFlashDetector(SIZE)
  for (let frame = 0; frame < 8 * FPS; frame += 1) {
    const second = frame / FPS
    const isLit = (second < 2 || second >= 5) && Math.floor(frame / 2) % 2 === 0
    detector.push(drawFrame(isLit ? white : black), second)
  }
  expect(detector.end().spans).toHaveLength(2)
})

test('at 60 frames a second, each frame another light is 30 flashes a second', () => {
  const { spans } = analyse({ hold: 1, fps: 60 })
  expect(spans).toMatchObject([{ perSecond: 30 }])
})

test('a film without changes has no spans, and none of its seconds has flashes', () => {
  const { spans, perSecond } = analyse({ colours: [white, white], hold: 3 })
  expect([spans, Math.max(...perSecond)]).toEqual([[], 0])
})
