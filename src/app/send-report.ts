/**
 * Sends the same without any cookie, for the player on other sites. Browsers limit how much is on its way when a page is
 * left; what they refuse is lost.
 */
export function sendAnonymousReport(path: string, report: object): void {
  const body = JSON.stringify(report)
  const headers = { 'Content-Type': 'application/json' }
  fetch(path, { method: 'POST', headers, body, keepalive: true, credentials: 'omit' }).catch(() => {})
}

/**
 * Sends a report that also arrives when the page is being left; its answer is not awaited. Does nothing where the
 * browser has no beacons, as some settings for privacy have it.
 */
export function sendReport(path: string, report: object): void {
  const body = new Blob([JSON.stringify(report)], { type: 'application/json' })
  navigator.sendBeacon?.(path, body)
}
