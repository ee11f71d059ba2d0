import { type RefObject, useEffect, useRef, useState } from 'react'
import type { CaptionOptions, CaptionTrack } from '#app/player/caption-options.ts'
import { type AssCaptionStyle, withCaptionStyle } from './ass/caption-style.ts'
import type { AssLayer } from './ass/captions-ass.ts'
import { type CaptionStyle, isDefaultStyle } from './caption-style.ts'
import { fetchText } from './use-cues.ts'

interface DrawnCaptionsProps {
  video: RefObject<HTMLVideoElement | null>
  track: CaptionTrack
  credentials: CaptionOptions['credentials']
  style: CaptionStyle
  /** Whether the controls show. */
  isRaised: boolean
  /** Called when the script cannot be drawn. */
  onFailed(): void
}

/** Height of the controls over the picture, with their shade; captions.css. */
const CONTROLS_PX = 122

/** An ASS script as its author drew it: signs on their objects, songs syllable by syllable. */
export function DrawnCaptions({ video, track, credentials, style, isRaised, onFailed }: DrawnCaptionsProps) {
  const host = useRef<HTMLDivElement>(null)
  const [drawn, setDrawn] = useState<{ layer: AssLayer; script: string } | null>(null)
  const drawnIn = useRef(style)
  const latest = useRef({ style, track, onFailed })
  latest.current = { style, track, onFailed }

  useEffect(() => {
    const element = video.current
    const box = host.current
    if (!element || !box) return
    const controller = new AbortController()
    const { signal } = controller
    const fail = () => {
      if (!signal.aborted) latest.current.onFailed()
    }
    let opened: AssLayer | null = null
    const open = async () => {
      const [script, { drawAss }] = await Promise.all([
        fetchText(track.url, credentials, signal),
        import('./ass/captions-ass.ts'),
      ])
      drawnIn.current = latest.current.style
      const shown = inStyle(script, drawnIn.current)
      const { fonts } = latest.current.track
      const layer = await drawAss({ video: element, host: box, script: shown, fonts, signal, onFailure: fail })
      if (signal.aborted) return layer.destroy()
      opened = layer
      setDrawn({ layer, script })
    }
    open().catch(fail)
    return () => {
      controller.abort()
      opened?.destroy()
      setDrawn(null)
    }
  }, [video, track.url, credentials])

  useEffect(() => {
    if (!drawn || drawnIn.current === style) return
    drawnIn.current = style
    try {
      drawn.layer.setScript(inStyle(drawn.script, style))
    } catch {
      latest.current.onFailed()
    }
  }, [drawn, style])

  useEffect(
    () => drawn?.layer.liftDialogue(isRaised && areControlsOver(host.current) ? CONTROLS_PX : 0),
    [drawn, isRaised],
  )

  return <div ref={host} className="captions-drawn" />
}

/** The viewer's style is for dialogue; signs and songs stay as they are. */
function inStyle(script: string, style: CaptionStyle): string {
  if (isDefaultStyle(style)) return script
  const { size, edge, place } = style
  return withCaptionStyle(script, {
    edge,
    place,
    colour: colours[style.colour],
    size: size === 'very large' ? 'huge' : size,
  } satisfies AssCaptionStyle)
}

const colours: Readonly<Record<CaptionStyle['colour'], string>> = {
  white: '#ffffff',
  cream: '#f6efdd',
  yellow: '#ffd447',
  blue: '#7cc7ff',
  green: '#74d8a8',
}

/** On small screens the controls are below the picture. */
function areControlsOver(host: Element | null): boolean {
  const controls = host?.closest('.player')?.querySelector('.controls')
  return controls ? getComputedStyle(controls).position === 'absolute' : false
}
