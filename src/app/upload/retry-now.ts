const retries = new EventTarget()

/** Ends every wait for the network, so that what waits tries again at once. */
export function retryNow(): void {
  retries.dispatchEvent(new Event('retry'))
}

/** Calls `callback` when the user asks for a retry, or when the browser is online again. */
export function onRetryNow(callback: () => void, signal: AbortSignal): void {
  retries.addEventListener('retry', callback, { signal })
  globalThis.addEventListener?.('online', callback, { signal })
}
