import { type RefObject, useEffect, useState } from 'react'
import type { CaptionOptions, CaptionTrack } from '#app/player/caption-options.ts'
import type { Cue } from '#subtitles/subtitle.ts'
import { cuesOfWebVtt } from '#subtitles/text/read-subtitles.ts'
import { activeCues } from './active-cues.ts'

const noCues: readonly Cue[] = []

/** The cues of a text, once it is fetched. @param onFailed called when it cannot be */
export function useTrackCues(
  { vttUrl }: Pick<CaptionTrack, 'vttUrl'>,
  credentials: CaptionOptions['credentials'],
  onFailed: () => void,
): readonly Cue[] {
  const [loaded, setLoaded] = useState<{ url: string; cues: readonly Cue[] } | null>(null)
  useEffect(() => {
    const controller = new AbortController()
    fetchText(vttUrl, credentials, controller.signal).then(
      (text) => setLoaded({ url: vttUrl, cues: cuesOfWebVtt(text) }),
      () => !controller.signal.aborted && onFailed(),
    )
    return () => controller.abort()
  }, [vttUrl, credentials, onFailed])
  return loaded?.url === vttUrl ? loaded.cues : noCues
}

/** @throws Error when it is not there */
export async function fetchText(
  url: string,
  credentials: CaptionOptions['credentials'],
  signal: AbortSignal,
): Promise<string> {
  const response = await fetch(url, { credentials, signal })
  if (!response.ok) throw new Error(`${url} answered ${response.status}.`)
  return response.text()
}

/** The cues at the picture that is shown, frame by frame where the browser tells. */
export function useActiveCues(video: RefObject<HTMLVideoElement | null>, cues: readonly Cue[]): readonly Cue[] {
  const [active, setActive] = useState<readonly Cue[]>(noCues)
  useEffect(() => {
    const element = video.current
    if (!element) return
    const controller = new AbortController()
    const { signal } = controller
    const show = (seconds: number) => {
      const next = activeCues(cues, seconds)
      setActive((shown) => (isSame(shown, next) ? shown : next))
    }
    const follow = () => {
      element.requestVideoFrameCallback?.((_now, { mediaTime }) => {
        if (signal.aborted) return
        show(mediaTime)
        follow()
      })
    }
    show(element.currentTime)
    follow()
    for (const type of ['timeupdate', 'seeking', 'seeked'])
      element.addEventListener(type, () => show(element.currentTime), { signal })
    return () => controller.abort()
  }, [video, cues])
  return active
}

function isSame(some: readonly Cue[], others: readonly Cue[]): boolean {
  return some.length === others.length && some.every((cue, at) => cue === others[at])
}
