import { drawQrCode } from './qr-code.server.ts'
import type { TwoStepSetUp } from './settings-state.ts'

const uriShape = /^otpauth:\/\/totp\/\S{1,400}$/

/** A new secret as the sheet shows it; null for text that is not the address of one. */
export function showSetUp(uri: string): TwoStepSetUp | null {
  const secret = uriShape.test(uri) ? new URL(uri).searchParams.get('secret') : null
  if (!secret) return null
  return { uri, secret: secret.replaceAll(/.{4}(?=.)/g, '$& '), qr: drawQrCode(uri) }
}
