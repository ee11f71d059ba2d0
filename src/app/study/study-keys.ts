import type { PlayerCommands } from '#app/player/use-player.ts'
import { formatClock } from './study-clock.ts'
import type { StudySession } from './study-session.ts'
import { loopRange, type Overlay, type StepSize } from './study-state.ts'
import { zoomedByStep } from './zoom.ts'

const overlayKeys: Record<string, Overlay> = { o: 'onion', h: 'flip', g: 'grid', u: 'safe' }

/** Acts on a key of study mode. @returns false when it has no meaning here */
export function pressStudyKey(
  session: StudySession,
  { notify, toggleLoop }: PlayerCommands,
  key: string,
  isRepeat: boolean,
): boolean {
  const { frame, step } = session.state
  const { times } = session.frames
  const overlay = overlayKeys[key]
  if (',.[]xo'.includes(key) && !session.frames.isSteppable) notify('No constant frame rate')
  else if (overlay) session.dispatch({ type: 'toggle overlay', overlay })
  else if (key === '-' || key === '+')
    session.dispatch({ type: 'zoom', zoom: zoomedByStep(session.state.zoom, key === '-' ? -1 : 1) })
  else if (',.[]'.includes(key)) {
    const direction = key === ',' || key === '[' ? -1 : 1
    if (isRepeat) session.run(direction)
    else if (key === ',' || key === '.') session.step(direction * step)
    else session.stepDrawing(direction)
  } else if (key === 'x') {
    const next = ((step % 3) + 1) as StepSize
    session.dispatch({ type: 'step', step: next })
    notify(`Step ${next}f`)
  } else if (key === 'a' || key === 'b') {
    session.dispatch({ type: key === 'a' ? 'loop from' : 'loop to', frame })
    notify(`Loop ${key === 'a' ? 'start' : 'end'} ${formatClock(times, frame)}`)
  } else if (key === 'l') {
    if (loopRange(session.state)) {
      session.dispatch({ type: 'toggle loop' })
      notify(session.state.loop.isOn ? 'Loop on' : 'Loop off')
    } else toggleLoop()
  } else return false
  return true
}
