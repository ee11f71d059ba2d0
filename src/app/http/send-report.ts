/**
 * Sends a report that also arrives when the page is being left; its answer is not awaited. Does nothing where the
 * browser has no beacons, as some settings for privacy have it.
 */
export function sendReport(path: string, report: object): void {
  const body = new Blob([JSON.stringify(report)], { type: 'application/json' })
  navigator.sendBeacon?.(path, body)
}
