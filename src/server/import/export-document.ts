import { z } from 'zod'
import { ArchiveProblem } from './archive-problem.ts'

/** @see docs/product.md#limits */
export const DOCUMENT_MAX_BYTES = 16 * 1024 ** 2
const DEPTH_MAX = 32
const THINGS_MAX = 10_000

const id = z.string().regex(/^[0-9A-Za-z_-]{1,64}$/)
const list = <Item extends z.ZodType>(item: Item) => z.array(item).max(THINGS_MAX).default([])

const episode = z.object({
  id,
  videoId: id,
  title: z.string(),
  description: z.string().default(''),
  genre: z.string(),
  tags: z.array(z.string()).default([]),
  nsfw: z.boolean(),
  date: z.string().default(''),
  visibility: z.enum(['public', 'unlisted', 'private', 'scheduled']).default('public'),
  commentsOpen: z.boolean().default(true),
  framesOpen: z.boolean().default(false),
  translationsOpen: z.boolean().default(false),
  contentNotes: z.array(z.string()).default([]),
  credits: z.array(z.object({ name: z.string(), role: z.string() })).default([]),
})

const series = z.object({
  id,
  title: z.string(),
  description: z.string().default(''),
  episodes: list(z.object({ id })),
  arcs: list(z.object({ title: z.string(), from: z.int(), to: z.int() })),
})

/** As it was written; the verbs check all of it. */
const subtitles = z.object({
  id,
  episodeId: id,
  language: z.string(),
  kind: z.string(),
  label: z.string().default(''),
  state: z.string().default('draft'),
  text: z.string(),
})

const profile = z.object({
  username: z.string().default(''),
  bio: z.string().default(''),
  supportLinks: z.array(z.object({ label: z.string(), url: z.string() })).default([]),
})

const library = z.object({
  history: z
    .array(z.object({ episodeId: id, positionSeconds: z.number().min(0), watchedAt: z.coerce.date() }))
    .default([]),
  historyPausedAt: z.string().nullable().default(null),
  watchLater: z.array(z.object({ episodeId: id })).default([]),
})

const notificationSettings = z.object({
  episode: z.boolean(),
  reply: z.boolean(),
  comment: z.boolean(),
  milestone: z.boolean(),
  follower: z.boolean(),
  decision: z.boolean(),
  subtitle: z.boolean(),
  digest: z.enum(['off', 'daily', 'weekly']),
})

/**
 * What an import reads of `hoshi-export.json`; everything else in it is not looked at. Its texts are checked by the verbs
 * that take them.
 */
const exportDocument = z.object({
  profile: profile.nullable().default(null),
  episodes: list(episode),
  videos: list(z.object({ uid: id, name: z.string(), file: z.string() })),
  series: list(series),
  subtitles: list(subtitles),
  library: library.optional(),
  follows: list(z.object({ creatorId: id })),
  notificationSettings: notificationSettings.partial().default({}),
})

export type ExportDocument = z.infer<typeof exportDocument>
export type ExportedEpisode = ExportDocument['episodes'][number]
export type ExportedSubtitles = ExportDocument['subtitles'][number]
export type ExportedSeries = ExportDocument['series'][number]

/** Version of the document that this Hoshi writes and reads; one without a number is of the same. */
export const EXPORT_VERSION = 1

/** @throws ArchiveProblem document_unreadable, version_unknown */
export function readDocument(bytes: Uint8Array): ExportDocument {
  const parsed = parse(bytes)
  const versioned = z.object({ version: z.unknown().optional() }).safeParse(parsed)
  const version = versioned.success ? (versioned.data.version ?? EXPORT_VERSION) : null
  if (version === null) throw new ArchiveProblem('document_unreadable')
  if (version !== EXPORT_VERSION) throw new ArchiveProblem('version_unknown')
  const result = exportDocument.safeParse(parsed)
  if (!result.success) throw new ArchiveProblem('document_unreadable', { cause: result.error })
  return result.data
}

function parse(bytes: Uint8Array): unknown {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    if (depthOf(text) > DEPTH_MAX) throw new Error('The document is nested too deeply.')
    return JSON.parse(text)
  } catch (error) {
    throw new ArchiveProblem('document_unreadable', { cause: error })
  }
}

/** How deeply the arrays and objects of a JSON text are nested. */
function depthOf(text: string): number {
  let depth = 0
  let deepest = 0
  let isInString = false
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at]
    if (isInString) {
      if (character === '\\') at += 1
      else if (character === '"') isInString = false
    } else if (character === '"') isInString = true
    else if (character === '[' || character === '{') deepest = Math.max(deepest, ++depth)
    else if (character === ']' || character === '}') depth -= 1
  }
  return deepest
}
