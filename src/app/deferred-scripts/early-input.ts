/** What was pressed, typed and chosen before the page's scripts ran. */
export interface EarlyInput {
  /** Resolves at the first press, key or change. */
  firstInput: Promise<void>
  /** Called when the page begins to listen: what comes from now on is its own. */
  end(): void
  /** Tells the page of it. Called once all of it listens; does nothing the next time. */
  replay(): Promise<void>
}

declare global {
  var earlyInput: EarlyInput | undefined
}
