import { createHmac, timingSafeEqual } from 'node:crypto'

/** How far the time of a signature may be from ours, either way: what is older may be somebody's copy. */
export const WEBHOOK_WINDOW_SECONDS = 300

/**
 * Whether the service signed exactly these bytes, just now.
 *
 * @param header `Webhook-Signature`: `time=…,sig1=…`
 * @see https://developers.cloudflare.com/stream/manage-video-library/using-webhooks/
 */
export function isSignedNow(body: string, header: string | null, secret: string, now: Date): boolean {
  const { time = '', sig1 = '' } = Object.fromEntries((header ?? '').split(',').map((part) => part.trim().split('=')))
  if (!/^\d{1,12}$/.test(time) || !/^[0-9a-f]{64}$/i.test(sig1)) return false
  if (Math.abs(now.getTime() / 1000 - Number(time)) > WEBHOOK_WINDOW_SECONDS) return false
  const expected = createHmac('sha256', secret).update(`${time}.${body}`).digest()
  return timingSafeEqual(expected, Buffer.from(sig1, 'hex'))
}
