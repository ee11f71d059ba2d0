import type { PlayerState } from './player-state.ts'
import type { PlayerCommands } from './use-player.ts'

/** Given to every control: the state that it shows, and the commands that it gives. */
export interface ControlProps {
  state: PlayerState
  commands: PlayerCommands
}
