import type Hls from 'hls.js'
import type { Events } from 'hls.js'

/** Receives the events of an attached source. */
export interface SourceListener {
  /** Called right before the source is attached, which cancels a play request whose event has not been sent yet. */
  onAttaching?(): void
  /** Called at most once, when playback cannot continue. */
  onFatal(): void
  /** Called when the network failed and nothing tries again. Without it, that is fatal. */
  onLost?(): void
  /** Called when a request failed that is repeated. */
  onTrouble?(): void
  /** Called when media have arrived. */
  onLoaded?(): void
  /** Called with the hls.js of the source before it loads anything. */
  onHls?(hls: Hls, enums: { Events: typeof Events }): void
}
