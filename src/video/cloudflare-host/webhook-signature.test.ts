import { expect, test } from 'vitest'
import { webhookSignature } from '#tests/support/http/fake-stream.ts'
import { isSignatureValid, SIGNATURE_TOLERANCE_SECONDS } from './webhook-signature.server.ts'

const secret = 'a secret of the webhook'
const body = '{"uid":"abc"}\n'
const now = new Date('2026-11-21T12:00:00Z')
const after = (seconds: number) => new Date(now.getTime() + seconds * 1000)

test('accepts what the service signed just now, byte for byte', () => {
  const header = webhookSignature(body, secret, now)
  expect(isSignatureValid(body, header, secret, now)).toBe(true)
  expect(isSignatureValid(body.trim(), header, secret, now)).toBe(false)
  expect(isSignatureValid(body, header, 'another secret', now)).toBe(false)
})

test('rejects a signature from outside the time window, either way', () => {
  const header = webhookSignature(body, secret, now)
  expect(isSignatureValid(body, header, secret, after(SIGNATURE_TOLERANCE_SECONDS))).toBe(true)
  expect(isSignatureValid(body, header, secret, after(SIGNATURE_TOLERANCE_SECONDS + 1))).toBe(false)
  expect(isSignatureValid(body, header, secret, after(-SIGNATURE_TOLERANCE_SECONDS - 1))).toBe(false)
})

test('rejects an old signature with a newer time', () => {
  const [, signature] = webhookSignature(body, secret, now).split(',')
  expect(isSignatureValid(body, `time=${now.getTime() / 1000 + 1},${signature}`, secret, now)).toBe(false)
})

test.each([null, '', 'time=1', 'sig1=00', 'time=x,sig1=y', `time=${now.getTime() / 1000},sig1=${'0'.repeat(63)}`])(
  'rejects %j',
  (header) => {
    expect(isSignatureValid(body, header, secret, now)).toBe(false)
  },
)
