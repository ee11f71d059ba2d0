import { z } from 'zod'
import { Refusal } from '#platform/refusal.ts'
import { ALLOWED_ORIGINS_MAX, isAllowedOriginEntry } from '#video/allowed-origins.ts'
import type { ServiceOptions } from '#video/embedded-host/service-videos.server.ts'
import { EPISODE_MAX_SECONDS } from '#video/video.ts'
import { parseAs } from '../router.ts'

/** How deep `meta` may nest; no description of a video is deeper. */
const META_DEPTH = 32

const meta = z.looseObject({}).refine((value) => isNoDeeperThan(META_DEPTH, value))
const allowedOrigins = z.array(z.string().refine(isAllowedOriginEntry)).max(ALLOWED_ORIGINS_MAX)
const thumbnailTimestampPct = z.number().min(0).max(1)
const maxDurationSeconds = z.number().int().min(1).max(EPISODE_MAX_SECONDS)
const expiry = z.iso.datetime({ offset: true })
/** Any text without the character zero, which PostgreSQL cannot store. */
export const creator = z
  .string()
  .max(64)
  .refine((value) => !value.includes('\0'))

/** Fields accepted only with the value that holds anyway; any other could not be honoured. */
const fixedFields = { requireSignedURLs: z.literal(false).optional(), scheduledDeletion: z.null().optional() }

const optionFields = {
  meta: meta.optional(),
  allowedOrigins: allowedOrigins.optional(),
  thumbnailTimestampPct: thumbnailTimestampPct.optional(),
  creator: creator.optional(),
}

/** Body of a request for a one-time URL. */
export const directUploadBody = z.strictObject({
  maxDurationSeconds,
  ...optionFields,
  ...fixedFields,
  expiry: expiry.optional(),
})

/** Body of a request that changes a video. */
export const editBody = z.strictObject({ ...optionFields, ...fixedFields, uid: z.string().optional() })

/** The fields of a body as options of `video`. */
export function toServiceOptions(fields: Pick<z.infer<typeof editBody>, keyof typeof optionFields>): ServiceOptions {
  return {
    ...(fields.meta ? { meta: fields.meta } : {}),
    ...(fields.allowedOrigins ? { allowedOrigins: fields.allowedOrigins } : {}),
    ...(fields.thumbnailTimestampPct === undefined ? {} : { thumbnailShare: fields.thumbnailTimestampPct }),
    ...(fields.creator === undefined ? {} : { creator: fields.creator }),
  }
}

/** Options in `Upload-Metadata`: the known keys, in any case; all others are meta. */
const tusFields = z.object({
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
 * @throws Refusal request.invalid for malformed metadata, and for options that could not be honoured
 */
export function parseTusMetadata(header: string): ServiceOptions & { maxSeconds: number; expiresAt?: Date } {
  const known: Record<string, string> = {}
  const otherFields: Record<string, string> = {}
  for (const pair of header.split(',').map((each) => each.trim())) {
    if (pair === '') continue
    const [key = '', encoded = '', ...more] = pair.split(' ')
    if (more.length > 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(encoded)) throw metadataInvalid()
    const value = Buffer.from(encoded, 'base64').toString('utf8')
    const knownKey = key.toLowerCase()
    if (knownKey in tusFields.shape) known[knownKey] = value
    else otherFields[key] = value
  }
  const fields = parseAs(tusFields, known)
  return {
    meta: otherFields,
    ...(fields.allowedorigins ? { allowedOrigins: fields.allowedorigins } : {}),
    ...(fields.thumbnailtimestamppct === undefined ? {} : { thumbnailShare: fields.thumbnailtimestamppct }),
    ...(fields.expiry ? { expiresAt: new Date(fields.expiry) } : {}),
    maxSeconds: fields.maxdurationseconds ?? EPISODE_MAX_SECONDS,
  }
}

function metadataInvalid(): Refusal {
  return new Refusal('request.invalid', { field: 'Upload-Metadata' })
}

function isNoDeeperThan(levels: number, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return true
  return levels > 0 && Object.values(value).every((each) => isNoDeeperThan(levels - 1, each))
}
