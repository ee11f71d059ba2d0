import { type RefObject, useDeferredValue, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import type { AssLayer } from '#app/captions/ass/captions-ass.ts'
import { captionClass } from '#app/captions/caption-style.ts'
import { readCaptionStyle, subscribeToCaptionStyle } from '#app/captions/caption-style-store.ts'
import { useActiveCues } from '#app/captions/use-cues.ts'
import { writeScript } from '#subtitles/script/script.ts'
import type { Script } from '#subtitles/script/script-parts.ts'
import type { Cue } from '#subtitles/subtitle.ts'
import '../styles/captions.css'

interface PreviewLinesProps {
  video: RefObject<HTMLVideoElement | null>
  script: Script
  /** The same lines without tags. */
  cues: readonly Cue[]
  language: string
  /** Addresses of the fonts of a script. */
  fonts: readonly string[]
}

/** The lines as they are edited, over the picture: a script of ASS as it will be drawn. */
export function PreviewLines({ video, script, cues, language, fonts }: PreviewLinesProps) {
  const [isPlain, setPlain] = useState(false)
  return (
    <div className="player-captions">
      {script.format === 'ass' && !isPlain ? (
        <DrawnPreview video={video} script={script} fonts={fonts} onFailed={() => setPlain(true)} />
      ) : (
        <PlainPreview video={video} cues={cues} language={language} />
      )}
    </div>
  )
}

function PlainPreview({ video, cues, language }: Pick<PreviewLinesProps, 'video' | 'cues' | 'language'>) {
  const style = useSyncExternalStore(subscribeToCaptionStyle, readCaptionStyle, readCaptionStyle)
  const active = useActiveCues(video, cues)
  return (
    <div className={captionClass(style)} lang={language} dir="auto">
      {active.map((cue) => (
        <p key={`${cue.from} ${cue.text}`}>
          <span>{cue.text}</span>
        </p>
      ))}
    </div>
  )
}

interface DrawnPreviewProps extends Pick<PreviewLinesProps, 'video' | 'script' | 'fonts'> {
  onFailed(): void
}

function DrawnPreview({ video, script, fonts, onFailed }: DrawnPreviewProps) {
  const host = useRef<HTMLDivElement>(null)
  const [layer, setLayer] = useState<AssLayer | null>(null)
  // While the author types, the script is drawn when there is time.
  const deferred = useDeferredValue(script)
  const text = useMemo(() => writeScript(deferred), [deferred])
  const latest = useRef({ text, onFailed })
  latest.current = { text, onFailed }

  useEffect(() => {
    const [element, box] = [video.current, host.current]
    if (!element || !box) return
    const controller = new AbortController()
    const { signal } = controller
    const fail = () => !signal.aborted && latest.current.onFailed()
    const open = async () => {
      const { drawAss } = await import('#app/captions/ass/captions-ass.ts')
      const opened = await drawAss({
        video: element,
        host: box,
        signal,
        fonts,
        script: latest.current.text,
        onFailure: fail,
      })
      if (!signal.aborted) setLayer(opened)
    }
    open().catch(fail)
    return () => {
      controller.abort()
      setLayer(null)
    }
  }, [video, fonts])

  useEffect(() => {
    try {
      layer?.setScript(text)
    } catch {
      latest.current.onFailed()
    }
  }, [layer, text])

  return <div ref={host} className="captions-drawn" />
}
