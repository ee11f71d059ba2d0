import { afterEach, expect, test, vi } from 'vitest'
import { reportSupportClick } from '#app/episodes/support-click.ts'
import { sendReport } from './send-report.ts'

afterEach(() => vi.unstubAllGlobals())

test('a report is sent as JSON', async () => {
  const sendBeacon = vi.fn<(path: string, body: Blob) => boolean>(() => true)
  vi.stubGlobal('navigator', { sendBeacon })
  sendReport('/api/v1/episodes/a/watching', { visitId: 'one' })
  const [path, body] = sendBeacon.mock.calls[0]!
  expect([path, body.type, await body.text()]).toEqual([
    '/api/v1/episodes/a/watching',
    'application/json',
    '{"visitId":"one"}',
  ])
})

test('a browser without beacons sends nothing, and fails at nothing', () => {
  vi.stubGlobal('navigator', {})
  expect(() => sendReport('/api/v1/episodes/a/watching', {})).not.toThrow()
  expect(() => reportSupportClick('a', 'https://shop.example/')).not.toThrow()
})
