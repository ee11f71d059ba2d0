import { REPORT_NOW } from '#app/player/position-reports.ts'

const pending = new Set<Promise<unknown>>()

/** Sends a position, also while the page is being left. */
export function reportPosition(id: string, positionSeconds: number): void {
  const request = fetch(`/api/v1/episodes/${encodeURIComponent(id)}/progress`, {
    method: 'PUT',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ positionSeconds }),
    keepalive: true,
  }).catch((error: unknown) => console.debug('position not reported', error))
  pending.add(request)
  void request.finally(() => pending.delete(request))
}

/** Has the player on this page report where it is, and waits until the server has every position. */
export async function sendPositions(): Promise<void> {
  window.dispatchEvent(new Event(REPORT_NOW))
  await Promise.all(pending)
}
