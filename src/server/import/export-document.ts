import { z } from 'zod'
import {
  type episodeMetadata,
  type FieldKind,
  type MetadataName,
  mapMetadata,
  type OptionalName,
} from '#catalog/episode-metadata.ts'
import { themes } from '#identity/theme.ts'
import { INNER_ITEMS_MAX } from './export-format.ts'

/**
 * A list that is cut off by its length before anything in it is looked at, and refused at its first wrong item: its
 * faults are never listed.
 */
function list<Item extends z.ZodType>(item: Item) {
  return z.unknown().transform((value, context): z.output<Item>[] => {
    const refuse = (message: string) => {
      context.addIssue({ code: 'custom', message })
      return z.NEVER
    }
    if (!Array.isArray(value)) return refuse('No list')
    if (value.length > INNER_ITEMS_MAX) return refuse('Too long a list')
    const items: z.output<Item>[] = []
    for (const each of value) {
      const read = item.safeParse(each)
      if (!read.success) return refuse('A wrong item')
      items.push(read.data)
    }
    return items
  })
}

const optionalList = <Item extends z.ZodType>(item: Item) => list(item).prefault([])

const id = z.string().regex(/^[0-9A-Za-z_-]{1,64}$/)

const archived = {
  text: z.string(),
  texts: list(z.string()),
  flag: z.boolean(),
  // Those that this version does not know are left out later.
  notes: list(z.string()),
} satisfies Record<FieldKind, z.ZodType>

type Archived<Name extends MetadataName> = (typeof archived)[(typeof episodeMetadata)[Name]['kind']]

/** An archive of an earlier version lacks the fields that came later. */
const metadata = mapMetadata(({ kind, default: byDefault }) =>
  byDefault === undefined ? archived[kind] : (archived[kind] as z.ZodType).prefault(byDefault),
) as { [Name in MetadataName]: Name extends OptionalName ? z.ZodPrefault<Archived<Name>> : Archived<Name> }

const episode = z.object({
  id,
  videoId: id,
  ...metadata,
  date: z.string().default(''),
  visibility: z.enum(['public', 'unlisted', 'private', 'scheduled']).default('public'),
  credits: optionalList(z.object({ name: z.string(), role: z.string() })),
  embedSites: list(z.string()).nullable().default(null),
})

const video = z.object({ uid: id, name: z.string(), file: z.string() })

const series = z.object({
  id,
  title: z.string(),
  description: z.string().default(''),
  episodes: optionalList(z.object({ id })),
  arcs: optionalList(z.object({ title: z.string(), from: z.int(), to: z.int() })),
})

const subtitles = z.object({
  id,
  episodeId: id,
  language: z.string(),
  kind: z.string(),
  label: z.string().default(''),
  state: z.string().default('draft'),
  /** The file with the text. */
  file: z.string().optional(),
  /** The text itself, in version 1. */
  text: z.string().optional(),
})

const history = z.object({ episodeId: id, positionSeconds: z.number().min(0), watchedAt: z.string() })
const watchLater = z.object({ episodeId: id })
const follow = z.object({ creatorId: id })

/** Schemas of the items in the lists of a document, by their paths. The verbs that take their texts check them. */
export const itemSchemas = {
  episodes: episode,
  videos: video,
  series,
  subtitles,
  'library.history': history,
  'library.watchLater': watchLater,
  follows: follow,
} as const

export type ListName = keyof typeof itemSchemas
export type ItemOf<Name extends ListName> = z.output<(typeof itemSchemas)[Name]>
export type ExportedEpisode = ItemOf<'episodes'>
export type ExportedSeries = ItemOf<'series'>
export type ExportedSubtitles = ItemOf<'subtitles'>

export const listNames = Object.keys(itemSchemas) as ListName[]

const profile = z.object({
  username: z.string().default(''),
  bio: z.string().default(''),
  supportLinks: optionalList(z.object({ label: z.string(), url: z.string() })),
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

export const settingNames: readonly string[] = Object.keys(notificationSettings.shape)

/** Schema of the parts of a document outside its lists. Everything else in it is ignored. */
export const factsSchema = z.object({
  profile: profile.nullable().default(null),
  notificationSettings: notificationSettings.partial().default({}),
  historyPausedAt: z.string().nullable().default(null),
  // Archives of earlier versions have none, and one of a later version may be of a kind that is unknown here.
  theme: z.enum(themes).catch('system'),
})

export type ExportFacts = z.output<typeof factsSchema>
