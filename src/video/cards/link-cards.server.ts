import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import pLimit from 'p-limit'
import { newId } from '#platform/ids.server.ts'
import type { Log } from '#platform/log.server.ts'
import { isRefusal } from '#platform/refusal.ts'
import { ObjectMissing, type ObjectStorage } from '#platform/storage.server.ts'
import { ToolError } from '../media/ffmpeg/tool-error.ts'
import { drawCard } from '../media/stills/draw-card.server.ts'
import { webpSize } from '../media/stills/image-format.ts'
import { CARD_COLOURS, CARD_SIZE, cardPicture, cardScript } from './card-script.ts'
import { CARD_FONT, cardFontWidths } from './font-metrics.server.ts'
import { cardName, type LinkCard, pictureKeyOf } from './link-card.server.ts'

/** Cards in memory, of about 100 kB each. */
const CARDS_MAX = 100
/** Requests that wait for a card; others get the picture without words. */
const WAITING_MAX = 8

/** The pictures that link previews show, drawn when somebody asks for them. */
export interface LinkCards {
  /** A JPEG of `CARD_SIZE`; null while it cannot be drawn: then the picture itself stands for it. */
  draw(card: LinkCard): Promise<Buffer | null>
}

export interface LinkCardsParts {
  storage: Pick<ObjectStorage, 'read'>
  /** Local folder for attempts. */
  folder: string
  log: Pick<Log, 'warn'>
}

/** Draws one card at a time: nobody waits for a preview, and films need the processor more. */
export function createLinkCards({ storage, folder, log }: LinkCardsParts): LinkCards {
  const limit = pLimit(1)
  const cards = new Map<string, Promise<Buffer | null>>()

  async function draw({ picture, title, by }: LinkCard): Promise<Buffer | null> {
    const key = pictureKeyOf(picture)
    if (key === null) return null
    const webp = await buffer(await storage.read(key))
    const shape = webpSize(webp)
    if (!shape) return null
    const place = cardPicture(shape)
    const script = cardScript({ title, by }, place, CARD_FONT.family, await cardFontWidths())
    const dir = join(folder, `${process.pid}-${newId()}`)
    await mkdir(dir, { recursive: true, mode: 0o700 })
    try {
      const background = `0x${CARD_COLOURS.night}`
      return await drawCard(dir, {
        webp,
        size: CARD_SIZE,
        picture: place,
        background,
        script,
        fontPath: CARD_FONT.path,
      })
    } finally {
      await rm(dir, { recursive: true, force: true })
    }
  }

  return {
    async draw(card) {
      const name = cardName(card)
      const known = cards.get(name)
      if (known) return await known
      if (limit.pendingCount >= WAITING_MAX) return null
      const drawing = limit(() => draw(card)).catch((error: unknown) => {
        cards.delete(name)
        if (isRefusal(error) || error instanceof ObjectMissing) return null
        if (!(error instanceof ToolError)) throw error
        log.warn({ err: error }, 'a card cannot be drawn')
        return null
      })
      cards.set(name, drawing)
      if (cards.size > CARDS_MAX) cards.delete(cards.keys().next().value!)
      return await drawing
    },
  }
}
