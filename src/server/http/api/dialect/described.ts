import { z } from 'zod'
import type { FailureReason } from '#video/failure-reasons.ts'
import type { ServiceVideo } from '#video/service-videos.server.ts'
import { videoStates } from '#video/video-state.ts'
import { moment } from '../router.ts'

/** A video, as the hosted service tells of it. Unknown values are absent, or -1. */
export const described = z.object({
  uid: z.string(),
  creator: z.string().optional(),
  meta: z.record(z.string(), z.unknown()),
  created: moment,
  modified: moment,
  uploaded: moment.optional(),
  uploadExpiry: moment.optional(),
  duration: z.number(),
  maxDurationSeconds: z.number().int(),
  size: z.number().int(),
  input: z.object({ width: z.number().int(), height: z.number().int() }),
  readyToStream: z.boolean(),
  readyToStreamAt: moment.optional(),
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

/** @param options `origin` of the caller's addresses; `views` where they were counted */
export function describeVideo(
  { video, wishes, ...facts }: ServiceVideo,
  { origin, views }: { origin: string; views?: number },
): z.infer<typeof described> {
  const { uid, status, playback } = video
  const isPending = status.state === 'pendingupload'
  const absolute = (path: string | null) => (path === null ? undefined : new URL(path, origin).href)
  return present({
    uid,
    creator: video.creatorId ?? undefined,
    meta: wishes.meta,
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
    allowedOrigins: wishes.allowedOrigins,
    status: {
      state: status.state,
      pctComplete: status.percentComplete.toFixed(6),
      errorReasonCode: status.reasonCode ? serviceReason(status.reasonCode as FailureReason) : '',
      errorReasonText: status.reason ?? '',
    },
    thumbnail: absolute(playback.poster),
    thumbnailTimestampPct: wishes.thumbnailShare ?? undefined,
    preview: new URL(`/${uid}/iframe`, origin).href,
    playback: present({ hls: absolute(playback.hls), views }),
  })
}

type Present<Shape> = { [Key in keyof Shape as undefined extends Shape[Key] ? never : Key]: Shape[Key] } & {
  [Key in keyof Shape as undefined extends Shape[Key] ? Key : never]?: Exclude<Shape[Key], undefined>
}

function present<Shape extends object>(shape: Shape): Present<Shape> {
  return Object.fromEntries(Object.entries(shape).filter(([, value]) => value !== undefined)) as Present<Shape>
}

/** Why a video failed, in the hosted service's words. */
function serviceReason(reason: FailureReason): string {
  return serviceReasons[reason] ?? 'ERR_UNKNOWN'
}

const serviceReasons: Partial<Record<FailureReason, string>> = {
  empty_file: 'ERR_NON_VIDEO',
  not_a_video: 'ERR_NON_VIDEO',
  no_video_stream: 'ERR_NON_VIDEO',
  still_picture: 'ERR_NON_VIDEO',
  unreadable: 'ERR_MALFORMED_VIDEO',
  truncated: 'ERR_MALFORMED_VIDEO',
  not_convertible: 'ERR_MALFORMED_VIDEO',
  too_long: 'ERR_DURATION_EXCEED_CONSTRAINT',
  longer_than_agreed: 'ERR_DURATION_EXCEED_CONSTRAINT',
}
