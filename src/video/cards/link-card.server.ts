import { createHash } from 'node:crypto'
import type { CardWords } from './card-script.ts'

/** Changes when cards are drawn in another way, so that those who have one ask for it again. */
const DRAWING = 1
/** What a card shows: a picture of ours by its URL, and words. */
export interface LinkCard extends CardWords {
  picture: string
}

/** File name of a card, which its content decides. */
export function cardName({ picture, title, by }: LinkCard): string {
  const content = JSON.stringify([DRAWING, picture, title, by])
  return `${createHash('sha256').update(content).digest('hex').slice(0, 24)}.jpg`
}

const ID = '[0-9a-z]{26}'
/** Keys of pictures that people see: posters, those of series, and avatars. */
const pictureKey = new RegExp(
  `/((?:media/${ID}/(?:large-)?poster|series-posters/${ID}|avatars/${ID})[-/]${ID}\\.webp)$`,
)

/** Key of the picture at a URL; null where a card cannot be drawn on it, because it is not one of ours. */
export function pictureKeyOf(url: string): string | null {
  return pictureKey.exec(url)?.[1] ?? null
}
