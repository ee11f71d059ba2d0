import { callApi } from '#app/api-client.ts'
import { FrameTimes } from '#app/study/frame-times.ts'
import { type FrameRate, frameCountBy } from '#video/video.ts'

export interface EmbeddedFilm {
  study: { videoId: string; frameRate: FrameRate | null }
  /** Whether its frames last differently long. */
  isRateVarying: boolean
  durationSeconds: number | null
}

/** After so long, frames are reckoned by the average rate. */
const TIMEOUT_MS = 10_000

/** When each frame of the film is shown; null where that is not known. Does not reject. */
export async function readFrameTimes(
  { study, isRateVarying, durationSeconds }: EmbeddedFilm,
  signal: AbortSignal,
): Promise<FrameTimes | null> {
  const { videoId, frameRate } = study
  const count = frameCountBy(durationSeconds, frameRate) ?? Number.MAX_SAFE_INTEGER
  const even = frameRate && FrameTimes.atRate(frameRate, count)
  if (!isRateVarying) return even
  try {
    const inTime = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)])
    const path = `/api/v1/videos/${videoId}/frame-times`
    const { times } = await callApi<{ times: number[] | null }>('GET', path, undefined, inTime, 'omit')
    return times ? FrameTimes.varying(times, durationSeconds ?? times.at(-1) ?? 0) : even
  } catch {
    return even
  }
}
