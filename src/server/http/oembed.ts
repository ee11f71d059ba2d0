import type { Context } from 'hono'
import { z } from 'zod'
import type { Hoshi } from '#app/http/context.ts'
import { embedCode, embedSize } from '#app/share/embed-code.ts'
import { mayBeEmbedded } from '#catalog/embed-sites.ts'
import type { Episode } from '#catalog/episode.ts'
import { displayName } from '#creators/creator.ts'
import { escapeXml } from '#platform/escape-xml.ts'
import { isRefusal, Refusal } from '#platform/refusal.ts'
import type { PosterImage } from '#video/poster.ts'
import { parseAs } from './api/router.ts'
import type { HttpEnv } from './request-context.ts'

export const OEMBED_PATH = '/oembed'

/** How long readers may keep an answer. */
const CACHE_SECONDS = 3600

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
 * @throws Refusal request.invalid, request.not_found for episodes that other sites may not embed, request.format_unknown
 * @see https://oembed.com
 */
export async function answerOembed(
  { catalog, video }: Pick<Hoshi, 'catalog' | 'video'>,
  c: Context<HttpEnv>,
): Promise<Response> {
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
    ...thumbnailOf(await video.postersOf(episode.videoId), origin, { maxwidth, maxheight }),
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

/** The largest of an episode's posters, which come largest first, that is not larger than asked for. */
function thumbnailOf(
  posters: PosterImage[],
  origin: string,
  {
    maxwidth = Number.POSITIVE_INFINITY,
    maxheight = Number.POSITIVE_INFINITY,
  }: { maxwidth?: number | undefined; maxheight?: number | undefined },
): Record<string, string | number> {
  const fitting = posters.find(({ width, height }) => width <= maxwidth && height <= maxheight)
  if (!fitting) return {}
  const { url, width, height } = fitting
  return { thumbnail_url: new URL(url, origin).href, thumbnail_width: width, thumbnail_height: height }
}

function toXml(fields: Record<string, string | number>): string {
  const elements = Object.entries(fields).map(([name, value]) => `<${name}>${escapeXml(String(value))}</${name}>`)
  return `<?xml version="1.0" encoding="utf-8" standalone="yes"?>\n<oembed>${elements.join('')}</oembed>\n`
}
