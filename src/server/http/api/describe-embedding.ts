import { z } from 'zod'
import { oembedExample } from './examples/episodes.ts'
import { type ApiRegistry, defaultResponse } from './router.ts'

const oembed = z
  .object({
    version: z.literal('1.0'),
    type: z.literal('video'),
    title: z.string(),
    author_name: z.string(),
    author_url: z.string(),
    provider_name: z.literal('Hoshi'),
    provider_url: z.string(),
    cache_age: z.number().int().describe('In seconds'),
    thumbnail_url: z
      .string()
      .optional()
      .describe('The largest poster within the limits; absent where none is, and until one is drawn'),
    thumbnail_width: z.number().int().optional(),
    thumbnail_height: z.number().int().optional(),
    html: z.string().describe('The code to embed the player with'),
    width: z.number().int(),
    height: z.number().int(),
  })
  .meta({ id: 'Oembed', description: 'An answer of oEmbed 1.0 (oembed.com).' })

const maximum = (what: string) =>
  z.string().optional().describe(`Largest ${what} of the player and of the thumbnail in pixels`)

/** Describes the route for programs that embed the target of a link; it is outside the API. */
export function describeEmbedding(registry: ApiRegistry): void {
  registry.registerPath({
    method: 'get',
    path: '/oembed',
    operationId: 'getEmbedding',
    tags: ['Episodes'],
    summary: 'How to embed an episode',
    description:
      'oEmbed 1.0, for pages of any site. 404 for all but episodes that anyone may watch elsewhere: not for private and adult ones, nor for one that its creator lets no site embed. Formats other than `json` and `xml` are refused with 501.',
    request: {
      query: z.object({
        url: z.string().describe('Of the page of an episode, or of its embedded player'),
        format: z.string().optional().describe('`json`, the default, or `xml`'),
        maxwidth: maximum('width'),
        maxheight: maximum('height'),
      }),
    },
    responses: {
      200: {
        description: 'The code, and what it shows',
        content: {
          'application/json': { schema: oembed, example: oembedExample },
          'text/xml': { schema: z.string() },
        },
      },
      default: defaultResponse,
    },
  })
}
