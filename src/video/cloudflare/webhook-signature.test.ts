import { expect, test } from 'vitest'
import { signed } from '#tests/support/fake-stream.ts'
import { isSignedNow, WEBHOOK_WINDOW_SECONDS } from './webhook-signature.server.ts'

const secret = 'a secret of the webhook'
const body = '{"uid":"abc"}\n'
const now = new Date('2026-11-21T12:00:00Z')
const after = (seconds: number) => new Date(now.getTime() + seconds * 1000)

test('takes what the service signed just now, byte for byte', () => {
  const header = signed(body, secret, now)
  expect(isSignedNow(body, header, secret, now)).toBe(true)
  expect(isSignedNow(body.trim(), header, secret, now)).toBe(false)
  expect(isSignedNow(body, header, 'another secret', now)).toBe(false)
})

test('takes no signature from outside the window, either way', () => {
  const header = signed(body, secret, now)
  expect(isSignedNow(body, header, secret, after(WEBHOOK_WINDOW_SECONDS))).toBe(true)
  expect(isSignedNow(body, header, secret, after(WEBHOOK_WINDOW_SECONDS + 1))).toBe(false)
  expect(isSignedNow(body, header, secret, after(-WEBHOOK_WINDOW_SECONDS - 1))).toBe(false)
})

test('an old signature does not become new by a newer time', () => {
  const [, signature] = signed(body, secret, now).split(',')
  expect(isSignedNow(body, `time=${now.getTime() / 1000 + 1},${signature}`, secret, now)).toBe(false)
})

test.each([null, '', 'time=1', 'sig1=00', 'time=x,sig1=y', `time=${now.getTime() / 1000},sig1=${'0'.repeat(63)}`])(
  'takes no %j',
  (header) => {
    expect(isSignedNow(body, header, secret, now)).toBe(false)
  },
)
