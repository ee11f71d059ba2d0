import type { Context } from 'hono'
import { z } from 'zod'
import type { Hoshi } from '#app/context.ts'
import { embedCode, embedSize, type PlayerSize } from '#app/embed/embed-code.ts'
import { mayBeEmbedded } from '#catalog/embed-sites.ts'
import type { Episode } from '#catalog/episode.ts'
import { displayName } from '#creators/creator.ts'
import { escapeXml } from '#platform/escape-xml.ts'
import { isRefusal, Refusal } from '#platform/refusal.ts'
import { parseAs } from './api/router.ts'
import type { HttpEnv } from './request-context.ts'

export const OEMBED_PATH = '/oembed'

/** How long readers may keep an answer. */
const CACHE_SECONDS = 3600
/** Longer side of a poster, at most. */
const POSTER_PIXELS = 640

/** A largest size in pixels; an empty one is none. */
const maxPixels = z
  .string()
  .regex(/^[1-9]\d{0,5}$|^$/)
  .transform((text) => (text === '' ? undefined : Number(text)))
  .optional()

const query = z.object({
  url: z.string().max(2000),
  format: z.string().optional(),
  maxwidth: maxPixels,
  maxheight: maxPixels,
})

/**
 * Says how to embed the episode at a URL of this site.
 * @throws Refusal request.invalid, request.not_found for what other sites may not embed, request.format_unknown
 * @see https://oembed.com
 */
export async function answerOembed({ catalog }: Pick<Hoshi, 'catalog'>, c: Context<HttpEnv>): Promise<Response> {
  const { url, format = 'json', maxwidth, maxheight } = parseAs(query, c.req.query())
  if (format !== 'json' && format !== 'xml') throw new Refusal('request.format_unknown', { field: 'format' })
  const { origin } = c.var
  const episode = await findEmbeddable(catalog, origin, url)
  const size = embedSize(episode, {
    ...(maxwidth !== undefined && { maxWidth: maxwidth }),
    ...(maxheight !== undefined && { maxHeight: maxheight }),
  })
  const fields = {
    version: '1.0',
    type: 'video',
    title: episode.title,
    author_name: displayName(episode.creator),
    author_url: `${origin}/creator/${episode.creatorId}`,
    provider_name: 'Hoshi',
    provider_url: `${origin}/`,
    cache_age: CACHE_SECONDS,
    ...thumbnailOf(episode, origin, size),
    html: embedCode(origin, episode, size),
    ...size,
  }
  const [body, type] = format === 'json' ? [JSON.stringify(fields), 'application/json'] : [toXml(fields), 'text/xml']
  return c.body(body, 200, {
    'Content-Type': `${type}; charset=utf-8`,
    // An episode may be made private at any time.
    'Cache-Control': 'no-cache',
    'Access-Control-Allow-Origin': '*',
  })
}

const episodePath = /^\/(?:watch|embed)\/([\w-]{1,64})\/?$/

async function findEmbeddable(catalog: Hoshi['catalog'], origin: string, url: string): Promise<Episode> {
  const { pathname, origin: asked } = URL.canParse(url) ? new URL(url) : { pathname: '', origin: '' }
  const [, id] = episodePath.exec(pathname) ?? []
  const episode =
    asked === origin && id !== undefined
      ? await catalog.find(id, null).catch((error: unknown) => {
          if (isRefusal(error)) return null
          throw error
        })
      : null
  if (!episode || !mayBeEmbedded(episode)) throw new Refusal('request.not_found')
  return episode
}

/** The poster, unless it is larger than the player may be. One that its creator chose has a shape of its own. */
function thumbnailOf(
  { poster, hasChosenPoster, width, height }: Episode,
  origin: string,
  player: PlayerSize,
): Record<string, string | number> {
  if (poster === null || hasChosenPoster || !width || !height) return {}
  const scale = Math.min(1, POSTER_PIXELS / Math.max(width, height))
  const size = { width: Math.floor(width * scale), height: Math.floor(height * scale) }
  if (size.width > player.width || size.height > player.height) return {}
  const thumbnail_url = new URL(poster, origin).href
  return { thumbnail_url, thumbnail_width: size.width, thumbnail_height: size.height }
}

function toXml(fields: Record<string, string | number>): string {
  const elements = Object.entries(fields).map(([name, value]) => `<${name}>${escapeXml(String(value))}</${name}>`)
  return `<?xml version="1.0" encoding="utf-8" standalone="yes"?>\n<oembed>${elements.join('')}</oembed>\n`
}
