import { given } from './given.ts'

/** In the head of the page: asks for the first bytes of its video before styles and scripts are there. */
function ask(addresses: readonly string[]): void {
  // Safari plays HLS without our help.
  if (!('MediaSource' in window) || 'ManagedMediaSource' in window) return
  const early: Record<string, Promise<Response>> = {}
  for (const address of addresses) {
    const answer = fetch(address, { priority: 'high' })
    answer.catch(() => {})
    early[address] = answer
  }
  window.earlyAnswers = early
}

ask(given())
