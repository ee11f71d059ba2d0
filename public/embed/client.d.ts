/** Where an embedded player is. */
export interface HoshiState {
  playing: boolean
  /** From the start of the episode. */
  seconds: number
  /** The frame that is shown, from 0; null where the frame rate is not known. */
  frame: number | null
  durationSeconds: number | null
}

/**
 * `ready`: the player follows messages. `state`: something has changed, or time has passed. `error`: it cannot play, the
 * browser has refused it, or a message had no usable value.
 */
export type HoshiEvent = 'ready' | 'state' | 'error'

export interface HoshiPlayer {
  /** Resolves once the player follows messages. */
  readonly ready: Promise<HoshiState>
  play(): void
  pause(): void
  seek(seconds: number): void
  /** Shows this frame, counted from 0. */
  showFrame(frame: number): void
  state(): Promise<HoshiState>
  /** @returns ends it */
  on(event: HoshiEvent, listener: (state: HoshiState) => void): () => void
  /** Ends the connection; the player plays on. */
  disconnect(): void
}

/** Connects to the player in this frame, whose `src` is set. */
export declare function connect(iframe: HTMLIFrameElement): HoshiPlayer
