import {
  box,
  DRAWINGS_PER_SECOND,
  disc,
  ease,
  line,
  linear,
  mix,
  pop,
  STAGE,
  short,
  sparkle,
  textElement,
  times,
  transform,
} from './drawing.ts'
import { type CardStyle, END_SECONDS, type Shot, TITLE_SECONDS } from './film.ts'

/** The title on a sheet of paper on its pegs. */
export function titleCard(card: CardStyle, creator: string): Shot {
  return {
    seconds: TITLE_SECONDS,
    draw(t) {
      const { background, ink, accent, lines } = card
      const size = lettersFor(lines)
      const top = 192 - ((lines.length - 1) * size * 1.12) / 2
      const title = lines
        .map((text, at) => {
          const come = ease(t, 0.15 + at * 0.15, 0.6 + at * 0.15)
          return textElement(text, 320, top + at * size * 1.12 + mix(16, 0, come), size, ink, { opacity: come })
        })
        .join('')
      const by = textElement(creator, 320, top + lines.length * size * 1.12 + 12, 18, ink, {
        face: 'pencil',
        opacity: ease(t, 0.7, 1),
      })
      const leave = ease(t, TITLE_SECONDS - 0.35, TITLE_SECONDS - 1 / DRAWINGS_PER_SECOND)
      return (
        box(0, 0, STAGE.width, STAGE.height, background) +
        (card.emblem?.(t) ?? glow(t, accent)) +
        title +
        by +
        pegs(accent, pop(t, 0)) +
        transform(box(0, 0, 700, 360, accent), { x: mix(-720, -30, leave) })
      )
    },
  }
}

export function endCard(card: CardStyle, creator: string): Shot {
  return {
    seconds: END_SECONDS,
    draw(t) {
      const { background, ink, accent, end } = card
      const come = ease(t, 0.1, 0.5)
      return (
        box(0, 0, STAGE.width, STAGE.height, background) +
        pegs(accent, 1) +
        textElement(end, 320, 196 + mix(10, 0, come), 46, ink, { opacity: come }) +
        textElement(creator, 320, 234, 17, ink, { face: 'pencil', opacity: ease(t, 0.5, 0.8) }) +
        ruler(accent, t) +
        box(0, 0, 640, 360, '#05090D', `opacity="${short(linear(t, END_SECONDS - 0.4, END_SECONDS))}"`)
      )
    },
  }
}

/** The two slots and the hole of punched animation paper. */
function pegs(fill: string, size: number): string {
  const bar = box(236, 35, 56, 10, fill, 'rx="5"') + disc(320, 40, 8, fill) + box(348, 35, 56, 10, fill, 'rx="5"')
  return transform(bar, { scaleX: size, around: [320, 40] })
}

function ruler(stroke: string, t: number): string {
  const to = mix(200, 440, ease(t, 0.4, 1.3))
  const ticks = times(11, (at) => line(`M${200 + at * 24} 286v${at % 5 === 0 ? 12 : 7}`, stroke, 2))
  return `<g opacity=".8">${line('M200 286H440', stroke, 2)}${ticks}</g>${sparkle(to, 286, 10, stroke)}`
}

function glow(t: number, fill: string): string {
  return disc(320, 176, 96 * pop(t, 0.1, 0.7), fill, 0.22)
}

/** Font size at which the longest line fits. */
function lettersFor(lines: string[]): number {
  const wide = Math.max(
    ...lines.map((text) => [...text].reduce((sum, letter) => sum + (letter > '\u2fff' ? 1.02 : 0.68), 0)),
  )
  return Math.min(64, 500 / wide)
}
