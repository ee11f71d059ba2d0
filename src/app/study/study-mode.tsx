import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import type { StudyOptions } from '#app/playback/study-options.ts'
import type { ControlProps } from '#app/player/control-props.ts'
import { type FlashRange, isDimmedAt } from '#app/player/flash-phase.ts'
import { STUDY_SPEEDS } from '#app/player/player-state.ts'
import { Icon } from '#app/ui/icon.tsx'
import { IconButton } from '#app/ui/icon-button.tsx'
import type { Chapter } from '#catalog/chapters.ts'
import { LightTable } from './light-table.tsx'
import { StudyPanel } from './study-panel.tsx'
import { StudySession } from './study-session.ts'
import { StudyStage } from './study-stage.tsx'
import { useInertPage } from './use-inert-page.ts'
import { type StudyAccess, useStudySession, useStudyState } from './use-study-session.ts'
import '../styles/study.css'
import '../styles/study-stage.css'
import '../styles/study-zoom.css'
import '../styles/light-table.css'
import '../styles/study-panel.css'
import '../styles/timesheet.css'
import '../styles/study-phone.css'

interface StudyModeProps extends ControlProps {
  video: RefObject<HTMLVideoElement | null>
  container: RefObject<HTMLElement | null>
  title: string
  hls: string
  storyboard: string | null
  chapters: readonly Chapter[]
  flashes: readonly FlashRange[]
  study: StudyOptions
}

/**
 * Study mode around the player's picture: stepping, the timesheet and the light table. Its loop works without it being
 * open, over the picture only.
 */
export function StudyMode(props: StudyModeProps) {
  const { state, commands, video, container, title, hls, study } = props
  const isOpen = state.study === 'open'
  const [access, retry] = useStudySession({ video, study, hls, durationSeconds: state.duration, commands })
  const session = access instanceof StudySession ? access : null
  const shown = useStudyState(session)
  useInertPage(container, isOpen)
  useAspect(props)
  useStudySpeed(props)
  const back = useFocusWithin(container, isOpen)

  return (
    <>
      {session && (
        <StudyStage
          container={container}
          session={session}
          shown={shown}
          isOpen={isOpen}
          isPlaying={state.isPlaying}
          isDimmed={state.isDimming && isDimmedAt(props.flashes, session.frames.times.startOf(shown.frame))}
        />
      )}
      {isOpen && (
        <>
          <header className="study-head row">
            <button ref={back} type="button" className="study-back inline-row" onClick={commands.toggleStudy}>
              <Icon name="left" />
              Back to Episode
            </button>
            <h2 className="study-title text-face">{title}</h2>
            <p className="study-rate figures">{rateOf(access)}</p>
            <p className="study-name">
              Study mode <kbd>S</kbd>
            </p>
            <IconButton name="Keyboard shortcuts" icon="keys" onClick={() => commands.showKeyboard(true)} />
            <IconButton
              name="Full screen"
              icon={state.isFullScreen ? 'x' : 'full'}
              onClick={commands.toggleFullScreen}
            />
          </header>
          <LightTable
            session={session}
            shown={shown}
            video={video}
            title={title}
            hls={hls}
            study={study}
            commands={commands}
          />
          <StudyPanel {...props} session={session} shown={shown} access={access} retry={retry} />
        </>
      )}
    </>
  )
}

/** Sets the aspect ratio for the styles: the video's or, until that is loaded, the one that the page states. */
function useAspect({ video, container }: Pick<StudyModeProps, 'video' | 'container'>): void {
  useLayoutEffect(() => {
    const element = video.current
    if (!element) return
    const measure = () => {
      const { videoWidth, videoHeight, width, height } = element
      const aspect = videoHeight > 0 ? videoWidth / videoHeight : width / height
      container.current?.style.setProperty('--aspect', String(aspect))
    }
    measure()
    // The size of the video may become known later.
    element.addEventListener('resize', measure)
    return () => element.removeEventListener('resize', measure)
  }, [video, container])
}

/** '24 fps'. */
function rateOf(access: StudyAccess): string {
  if (!(access instanceof StudySession)) return ''
  const { rate } = access.frames.times
  if (!access.frames.isSteppable) return ''
  if (!rate) return 'Variable frame rate'
  return `${Number((rate.numerator / rate.denominator).toFixed(3))} fps`
}

/** Study mode has speeds of its own; the viewer's speed comes back when it closes. */
function useStudySpeed({ state, commands }: ControlProps): void {
  const isOpen = state.study === 'open'
  const rate = useRef(state.rate)
  rate.current = state.rate
  useEffect(() => {
    if (!isOpen) return
    const before = rate.current
    if (!STUDY_SPEEDS.some((speed) => speed === before)) commands.setRate(1)
    return () => commands.setRate(before)
  }, [isOpen, commands])
}

/** The focus goes into study mode with its opening, and back to the button that opens it, or to the player. */
function useFocusWithin(container: RefObject<HTMLElement | null>, isOpen: boolean) {
  const back = useRef<HTMLButtonElement>(null)
  const wasOpen = useRef(false)
  useLayoutEffect(() => {
    if (isOpen) back.current?.focus({ preventScroll: true })
    else if (wasOpen.current) {
      const opener = container.current?.querySelector<HTMLElement>('.controls-study')
      // The rows of narrow players leave it out.
      const target = opener?.getClientRects().length ? opener : container.current
      target?.focus({ preventScroll: true })
    }
    wasOpen.current = isOpen
  }, [container, isOpen])
  return back
}
