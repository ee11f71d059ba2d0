import type { FrameRange } from '#app/playback/frame-range.ts'
import { type BoxRoom, wholePicture, withinPicture, type Zoom } from './zoom.ts'

/** Layers over the picture. */
export type Overlay = 'onion' | 'flip' | 'grid' | 'safe'

/** How many neighbouring drawings shine through, and how strongly. */
export interface OnionSide {
  /** 1 to 3. */
  count: number
  /** 0 to 1. */
  strength: number
}

export type StepSize = 1 | 2 | 3

/** The state of study mode, beside that of the player. */
export interface StudyState {
  /** The current frame. */
  frame: number
  step: StepSize
  /** Ends of the loop; each is null until it is set. */
  loop: { from: number | null; to: number | null; isOn: boolean }
  overlays: Record<Overlay, boolean>
  onion: Record<'previous' | 'next', OnionSide>
  zoom: Zoom
  zoomRoom: BoxRoom
  /** Runs through the drawings while a step button or key is held. */
  isRunning: boolean
}

export type StudyEvent =
  | { type: 'frame'; frame: number }
  | { type: 'step'; step: StepSize }
  | { type: 'loop from'; frame: number }
  | { type: 'loop to'; frame: number }
  | { type: 'loop'; range: FrameRange }
  | { type: 'toggle loop' }
  | { type: 'toggle overlay'; overlay: Overlay }
  | { type: 'onion'; side: 'previous' | 'next'; change: Partial<OnionSide> }
  | { type: 'zoom'; zoom: Zoom }
  | { type: 'zoom room'; room: BoxRoom }
  | { type: 'running'; isRunning: boolean }

export const initialStudyState: StudyState = {
  frame: 0,
  step: 1,
  loop: { from: null, to: null, isOn: false },
  overlays: { onion: false, flip: false, grid: false, safe: false },
  onion: { previous: { count: 1, strength: 0.85 }, next: { count: 1, strength: 0.7 } },
  zoom: wholePicture,
  zoomRoom: { x: 1, y: 1 },
  isRunning: false,
}

export function studyReducer(state: StudyState, event: StudyEvent): StudyState {
  switch (event.type) {
    case 'frame':
      return event.frame === state.frame ? state : { ...state, frame: event.frame }
    case 'step':
      return { ...state, step: event.step }
    case 'loop from': {
      const { to } = state.loop
      return { ...state, loop: loopOf(event.frame, to !== null && to >= event.frame ? to : null) }
    }
    case 'loop to': {
      const { from } = state.loop
      return { ...state, loop: loopOf(from !== null && from <= event.frame ? from : null, event.frame) }
    }
    case 'loop':
      return { ...state, loop: { ...event.range, isOn: true } }
    case 'toggle loop':
      return loopRange(state) ? { ...state, loop: { ...state.loop, isOn: !state.loop.isOn } } : state
    case 'toggle overlay':
      return {
        ...state,
        overlays: { ...state.overlays, [event.overlay]: !state.overlays[event.overlay] },
        // The same part of the picture stays in sight.
        zoom: event.overlay === 'flip' ? { ...state.zoom, x: 1 - state.zoom.x } : state.zoom,
      }
    case 'onion':
      return {
        ...state,
        onion: { ...state.onion, [event.side]: { ...state.onion[event.side], ...event.change } },
      }
    case 'zoom':
      return { ...state, zoom: withinPicture(event.zoom, state.zoomRoom) }
    case 'zoom room':
      return { ...state, zoom: withinPicture(state.zoom, event.room), zoomRoom: event.room }
    case 'running':
      return { ...state, isRunning: event.isRunning }
  }
}

/** A loop begins with its second end. */
function loopOf(from: number | null, to: number | null): StudyState['loop'] {
  return { from, to, isOn: from !== null && to !== null }
}

/** The loop, whether it is on or not; null while it lacks an end. */
export function loopRange({ loop: { from, to } }: StudyState): FrameRange | null {
  return from === null || to === null ? null : { from, to }
}
