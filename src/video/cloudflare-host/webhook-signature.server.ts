import { createHmac, timingSafeEqual } from 'node:crypto'

/** Largest difference between the time of a signature and ours, either way: an older one may be a replay. */
export const SIGNATURE_TOLERANCE_SECONDS = 300

/**
 * Whether the service signed exactly these bytes, just now.
 *
 * @param header `Webhook-Signature`: `time=…,sig1=…`
 * @see https://developers.cloudflare.com/stream/manage-video-library/using-webhooks/
 */
export function isSignatureValid(body: string, header: string | null, secret: string, now: Date): boolean {
  const { time = '', sig1 = '' } = Object.fromEntries((header ?? '').split(',').map((part) => part.trim().split('=')))
  if (!/^\d{1,12}$/.test(time) || !/^[0-9a-f]{64}$/i.test(sig1)) return false
  if (Math.abs(now.getTime() / 1000 - Number(time)) > SIGNATURE_TOLERANCE_SECONDS) return false
  const expected = createHmac('sha256', secret).update(`${time}.${body}`).digest()
  return timingSafeEqual(expected, Buffer.from(sig1, 'hex'))
}
