import { useEffect, useMemo, useState } from 'react'
import { callApi } from '#app/api-client.ts'
import { FrameTimes } from '#app/study/frame-times.ts'
import { type FrameRate, frameCountBy } from '#video/video.ts'

interface Film {
  study: { videoId: string; frameRate: FrameRate | null }
  /** Whether its frames last differently long. */
  isRateVarying: boolean
  durationSeconds: number | null
}

/** When each frame of the film is shown. @returns null where that is not known, and undefined until it has been read */
export function useFrameTimes({ study, isRateVarying, durationSeconds }: Film): FrameTimes | null | undefined {
  const { videoId, frameRate } = study
  const even = useMemo(() => {
    const count = frameCountBy(durationSeconds, frameRate) ?? Number.MAX_SAFE_INTEGER
    return frameRate && FrameTimes.atRate(frameRate, count)
  }, [frameRate, durationSeconds])
  const [varying, setVarying] = useState<FrameTimes | 'failed'>()

  useEffect(() => {
    if (!isRateVarying) return
    const controller = new AbortController()
    const path = `/api/v1/videos/${videoId}/frame-times`
    callApi<{ times: number[] | null }>('GET', path, undefined, controller.signal, 'omit').then(
      ({ times }) => setVarying(times ? FrameTimes.varying(times, durationSeconds ?? times.at(-1) ?? 0) : 'failed'),
      () => {
        if (!controller.signal.aborted) setVarying('failed')
      },
    )
    return () => controller.abort()
  }, [videoId, isRateVarying, durationSeconds])

  if (!isRateVarying) return even
  // Its average rate is better than nothing.
  return varying === 'failed' ? even : varying
}
