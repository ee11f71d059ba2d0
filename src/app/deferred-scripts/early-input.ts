/** Input from before the page's scripts ran. */
export interface EarlyInput {
  /** Resolves at the first press, key or change. */
  firstInput: Promise<void>
  /** Called when the page begins to listen and handles further input itself. */
  end(): void
  /** Replays the input to the page. Called once all of it listens; later calls do nothing. */
  replay(): Promise<void>
}

declare global {
  var earlyInput: EarlyInput | undefined
}
