import { z } from 'zod'
import { orNull } from '#platform/schemas.server.ts'
import { videoStatus } from '#video/video-status-schema.server.ts'
import { sameFile } from './episode-schemas.server.ts'

const nullableText = z.string().nullable()

/** A video as its owner reads it. The browser uses the type only. */
export const video = z
  .object({
    uid: z.string(),
    status: videoStatus,
    durationSeconds: z.number().nullable(),
    width: z.number().int().nullable(),
    height: z.number().int().nullable(),
    frameRate: orNull(z.object({ numerator: z.number().int(), denominator: z.number().int() })),
    views: z.number().int(),
    sha256: nullableText.describe('Of the uploaded file, in hexadecimal; null until it is known'),
    sameAs: orNull(sameFile),
    playback: z.object({ hls: nullableText, poster: nullableText, preview: nullableText, storyboard: nullableText }),
    hasChosenPoster: z.boolean(),
  })
  .meta({ id: 'Video' })

export type VideoJson = z.infer<typeof video>
