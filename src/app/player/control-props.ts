import type { PlayerState } from './player-state.ts'
import type { PlayerCommands } from './use-player.ts'

/** Given to every control: what it shows, and what it does. */
export interface ControlProps {
  state: PlayerState
  commands: PlayerCommands
}
