import { drawQrCode } from './qr-code.server.ts'
import type { TwoStepSetUp } from './settings-state.ts'

const uriShape = /^otpauth:\/\/totp\/\S{1,400}$/

/** What the sheet shows of a new secret; null for text that is no address of one. */
export function showSetUp(uri: string): TwoStepSetUp | null {
  const secret = uriShape.test(uri) ? new URL(uri).searchParams.get('secret') : null
  if (!secret) return null
  return { uri, secret: secret.replaceAll(/.{4}(?=.)/g, '$& '), qr: drawQrCode(uri) }
}
