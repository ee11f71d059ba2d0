import { z } from 'zod'
import { videoFailureText } from '#app/messages/video-failures.ts'
import { dateTime } from '#platform/schemas.server.ts'
import type { ServiceVideo } from '#video/embedded-host/service-videos.server.ts'
import type { FailureReason } from '#video/failure-reasons.ts'
import { videoStates } from '#video/video-state.ts'

/** A video in the form of the hosted service. Unknown values are absent, or -1. */
export const videoSchema = z.object({
  uid: z.string(),
  creator: z.string().optional(),
  meta: z.record(z.string(), z.unknown()),
  created: dateTime,
  modified: dateTime,
  uploaded: dateTime.optional(),
  uploadExpiry: dateTime.optional(),
  duration: z.number(),
  maxDurationSeconds: z.number().int(),
  size: z.number().int(),
  input: z.object({ width: z.number().int(), height: z.number().int() }),
  readyToStream: z.boolean(),
  readyToStreamAt: dateTime.optional(),
  requireSignedURLs: z.literal(false),
  allowedOrigins: z.array(z.string()),
  status: z.object({
    state: z.enum(videoStates),
    pctComplete: z.string(),
    errorReasonCode: z.string(),
    errorReasonText: z.string(),
  }),
  thumbnail: z.string().optional(),
  thumbnailTimestampPct: z.number().optional(),
  preview: z.string(),
  playback: z.object({ hls: z.string().optional(), views: z.number().int().optional() }),
})

/** @param options `origin` of absolute URLs; `views` if they were counted */
export function serializeCompatibleVideo(
  { video, options, ...facts }: ServiceVideo,
  { origin, views }: { origin: string; views?: number },
): z.infer<typeof videoSchema> {
  const { uid, status, playback } = video
  const isPending = status.state === 'pendingupload'
  const absolute = (path: string | null) => (path === null ? undefined : new URL(path, origin).href)
  return withoutUndefined({
    uid,
    creator: options.creator ?? undefined,
    meta: options.meta,
    created: facts.createdAt.toISOString(),
    modified: facts.modifiedAt.toISOString(),
    uploaded: facts.uploadedAt?.toISOString(),
    uploadExpiry: isPending ? facts.uploadExpiresAt.toISOString() : undefined,
    duration: video.durationSeconds === null ? -1 : Math.round(video.durationSeconds * 1000) / 1000,
    maxDurationSeconds: facts.maxSeconds,
    size: isPending ? 0 : video.sizeBytes,
    input: { width: video.width ?? -1, height: video.height ?? -1 },
    readyToStream: status.state === 'ready',
    readyToStreamAt: status.state === 'ready' ? facts.readyAt?.toISOString() : undefined,
    requireSignedURLs: false as const,
    allowedOrigins: options.allowedOrigins,
    status: {
      state: status.state,
      pctComplete: status.percentComplete.toFixed(6),
      errorReasonCode: status.reasonCode ? serviceReason(status.reasonCode) : '',
      errorReasonText: status.reasonCode ? videoFailureText(status) : '',
    },
    thumbnail: absolute(playback.poster),
    thumbnailTimestampPct: options.thumbnailShare ?? undefined,
    preview: new URL(`/${uid}/iframe`, origin).href,
    playback: withoutUndefined({ hls: absolute(playback.hls), views }),
  })
}

type WithoutUndefined<Shape> = { [Key in keyof Shape as undefined extends Shape[Key] ? never : Key]: Shape[Key] } & {
  [Key in keyof Shape as undefined extends Shape[Key] ? Key : never]?: Exclude<Shape[Key], undefined>
}

function withoutUndefined<Shape extends object>(fields: Shape): WithoutUndefined<Shape> {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined),
  ) as WithoutUndefined<Shape>
}

/** The hosted service's code for why a video failed. */
function serviceReason(reason: FailureReason): string {
  return serviceReasons[reason] ?? 'ERR_UNKNOWN'
}

const serviceReasons: Partial<Record<FailureReason, string>> = {
  empty_file: 'ERR_NON_VIDEO',
  not_a_video: 'ERR_NON_VIDEO',
  no_video_stream: 'ERR_NON_VIDEO',
  video_codec_unsupported: 'ERR_NON_VIDEO',
  audio_codec_unsupported: 'ERR_NON_VIDEO',
  still_picture: 'ERR_NON_VIDEO',
  unreadable: 'ERR_MALFORMED_VIDEO',
  truncated: 'ERR_MALFORMED_VIDEO',
  joined_files: 'ERR_MALFORMED_VIDEO',
  not_convertible: 'ERR_MALFORMED_VIDEO',
  too_long: 'ERR_DURATION_EXCEED_CONSTRAINT',
  longer_than_agreed: 'ERR_DURATION_EXCEED_CONSTRAINT',
}
