import { z } from 'zod'
import { Refusal } from '#platform/refusal.ts'
import { ALLOWED_ORIGINS_MAX, isAllowedOriginEntry } from '#video/allowed-origins.ts'
import type { ServiceWishes } from '#video/service-videos.server.ts'
import { EPISODE_MAX_SECONDS } from '#video/video.ts'
import { readAs } from '../router.ts'

/** How deep `meta` may nest: what is deeper is no description of a video. */
const META_DEPTH = 32

const meta = z.looseObject({}).refine((value) => isNoDeeperThan(META_DEPTH, value))
const allowedOrigins = z.array(z.string().refine(isAllowedOriginEntry)).max(ALLOWED_ORIGINS_MAX)
const thumbnailTimestampPct = z.number().min(0).max(1)
const maxDurationSeconds = z.number().int().min(1).max(EPISODE_MAX_SECONDS)
const expiry = z.iso.datetime({ offset: true })

/** Fields that say what is so anyway; anything else in them could not be honoured. */
const asItIs = { requireSignedURLs: z.literal(false).optional(), scheduledDeletion: z.null().optional() }

const said = {
  meta: meta.optional(),
  allowedOrigins: allowedOrigins.optional(),
  thumbnailTimestampPct: thumbnailTimestampPct.optional(),
}

/** What asks for a one-time address. */
export const directUpload = z.strictObject({
  maxDurationSeconds,
  ...said,
  ...asItIs,
  creator: z.string().max(64).optional(),
  expiry: expiry.optional(),
})

/** What changes a video. */
export const edited = z.strictObject({ ...said, ...asItIs, uid: z.string().optional() })

/** What the room is told of it. */
export function wishesIn(asked: Pick<z.infer<typeof edited>, keyof typeof said>): ServiceWishes {
  return {
    ...(asked.meta ? { meta: asked.meta } : {}),
    ...(asked.allowedOrigins ? { allowedOrigins: asked.allowedOrigins } : {}),
    ...(asked.thumbnailTimestampPct === undefined ? {} : { thumbnailShare: asked.thumbnailTimestampPct }),
  }
}

/** What is asked for in `Upload-Metadata`: the keys that mean something, whatever their case; all others are meta. */
const ofTus = z.object({
  allowedorigins: z.preprocess((text) => String(text).split(','), allowedOrigins).optional(),
  thumbnailtimestamppct: z.preprocess(Number, thumbnailTimestampPct).optional(),
  maxdurationseconds: z.preprocess(Number, maxDurationSeconds).optional(),
  expiry: expiry.optional(),
  requiresignedurls: z.literal('false').optional(),
  scheduleddeletion: z.undefined().optional(),
  watermark: z.undefined().optional(),
})

/**
 * Reads the metadata of a resumable upload (tus 1.0.0, `Upload-Metadata`).
 * @throws Refusal request.invalid for what is no metadata, and for what could not be honoured
 */
export function readTusMetadata(header: string): ServiceWishes & { maxSeconds: number; expiresAt?: Date } {
  const known: Record<string, string> = {}
  const rest: Record<string, string> = {}
  for (const pair of header.split(',').map((each) => each.trim())) {
    if (pair === '') continue
    const [key = '', encoded = '', ...more] = pair.split(' ')
    if (more.length > 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(encoded)) throw metadataInvalid()
    const value = Buffer.from(encoded, 'base64').toString('utf8')
    const meaning = key.toLowerCase()
    if (meaning in ofTus.shape) known[meaning] = value
    else rest[key] = value
  }
  const asked = readAs(ofTus, known)
  const fileName = rest.name ?? rest.filename
  return {
    meta: { ...(fileName ? { name: fileName } : {}), ...rest },
    ...(asked.allowedorigins ? { allowedOrigins: asked.allowedorigins } : {}),
    ...(asked.thumbnailtimestamppct === undefined ? {} : { thumbnailShare: asked.thumbnailtimestamppct }),
    ...(asked.expiry ? { expiresAt: new Date(asked.expiry) } : {}),
    maxSeconds: asked.maxdurationseconds ?? EPISODE_MAX_SECONDS,
  }
}

function metadataInvalid(): Refusal {
  return new Refusal('request.invalid', { field: 'Upload-Metadata' })
}

function isNoDeeperThan(levels: number, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return true
  return levels > 0 && Object.values(value).every((each) => isNoDeeperThan(levels - 1, each))
}
