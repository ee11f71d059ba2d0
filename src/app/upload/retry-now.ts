const retries = new EventTarget()

/** Ends every wait for the network, so that what waits tries again at once. */
export function retryNow(): void {
  retries.dispatchEvent(new Event('retry'))
}

/** Calls back when a wait should end: when somebody asks for it, or the browser is back online. */
export function onRetryNow(callback: () => void, signal: AbortSignal): void {
  retries.addEventListener('retry', callback, { signal })
  globalThis.addEventListener?.('online', callback, { signal })
}
