import { z } from 'zod'
import { visibilities } from '#catalog/audience.ts'
import { shownMetadata } from '#catalog/episode-metadata-schemas.server.ts'
import { dateTime, orNull } from '#platform/schemas.server.ts'
import { videoStatus } from '#video/video-status-schema.server.ts'

// Episodes as they leave Hoshi: in responses, live events and pages. The browser uses the types only.

/** An episode with its counts, as anyone may see it. */
export const episode = z
  .object({
    id: z.string(),
    ...shownMetadata,
    nsfwReason: z.string().describe('Why moderation marked it; otherwise empty'),
    date: dateTime.describe('When it was saved, or became public if that was later'),
    visibility: z
      .enum(visibilities)
      .describe('Unlisted: for anyone with its address. Private and scheduled: for its creator'),
    publishAt: dateTime.nullable().describe('When it becomes public; null unless scheduled'),
    credits: z
      .array(
        z.object({
          name: z.string(),
          role: z.string(),
          uid: z.string().optional().describe('The creator behind the name, who accepted'),
        }),
      )
      .describe('Who worked on it'),
    creatorId: z.string(),
    videoId: z.string(),
    trending: z.boolean(),
    founderBadge: z.boolean(),
    views: z.number().int(),
    likes: z.number().int(),
    comments: z.number().int(),
    lastViewed: dateTime.nullable(),
    updatedAt: dateTime,
    durationSeconds: z.number().nullable().describe('Null until it is measured'),
    files: z
      .array(
        z.object({ height: z.number().int(), width: z.number().int(), sizeBytes: z.number().int(), url: z.string() }),
      )
      .describe('The whole video as MP4, in H.264, smallest first; empty until every size exists'),
    poster: z.string().nullable().describe('URL of a WebP image; null until it exists'),
    preview: z.string().nullable().describe('URL of a short MP4; null until it exists'),
    seriesId: z.string().nullable().describe('The series that it is part of; null for none that you can find'),
    seriesNumber: z.number().int().nullable().describe('Its number among all parts, from 1'),
    creator: z.object({ uid: z.string(), username: z.string(), avatarUrl: z.string(), founderBadge: z.boolean() }),
    liked: z.boolean().optional().describe('Whether you like it; absent without an account'),
    positionSeconds: z
      .number()
      .nullable()
      .optional()
      .describe('Where you are in it; null if it is not in your history. Absent without an account'),
  })
  .meta({ id: 'Episode' })

/** An episode in a list that may be the result of a search. */
export const foundEpisode = episode
  .extend({
    line: z
      .object({ text: z.string(), language: z.string(), from: z.number().describe('Seconds') })
      .optional()
      .describe('The spoken line that the search found; absent where it found the title, the tags or the creator'),
  })
  .meta({ id: 'FoundEpisode' })

/** The sites that may embed an episode, for its creator only. */
export const embedSites = z
  .array(z.string())
  .nullable()
  .describe('Origins whose pages may embed it; null for all sites, empty for none')

/** An earlier upload of the same file, and the episode on it, if there is one. */
export const sameFile = z
  .object({ videoId: z.string(), name: z.string(), episodeId: z.string().optional(), title: z.string().optional() })
  .meta({ id: 'SameFile' })

/** How a count grew over the month before. */
export const growth = z.object({ recent: z.number().int(), before: z.number().int() })

/** An episode as its creator sees it. */
export const ownEpisode = episode
  .extend({
    status: videoStatus,
    width: z.number().int().nullable(),
    height: z.number().int().nullable(),
    storyboard: z.string().nullable(),
    hasChosenPoster: z.boolean(),
    embedSites,
    held: z.boolean().describe('Whether only you and moderators see it, until it is checked'),
    sameAs: orNull(sameFile),
    replacement: orNull(z.object({ videoId: z.string(), name: z.string(), status: videoStatus })),
    growth: z
      .object({ views: growth, likes: growth, comments: growth })
      .describe('The gain of each count in the last 30 days (UTC), and in the 30 before'),
  })
  .meta({ id: 'OwnEpisode' })

export type EpisodeJson = z.infer<typeof episode>
export type OwnEpisodeJson = z.infer<typeof ownEpisode>
