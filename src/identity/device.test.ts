import { expect, test } from 'vitest'
import { deviceName, isHandheld } from './device.ts'

const webKit = 'AppleWebKit/605.1.15 (KHTML, like Gecko)'
const chrome = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0'

test.each([
  ['Firefox on Linux', 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0'],
  ['Chrome on Windows', `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${chrome} Safari/537.36`],
  ['Edge on Windows', `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${chrome} Safari/537.36 Edg/142.0.0.0`],
  ['Opera on Mac', `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${chrome} Safari/537.36 OPR/124.0.0.0`],
  ['Safari on Mac', `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${webKit} Version/26.0 Safari/605.1.15`],
  [
    'Safari on iPhone',
    `Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) ${webKit} Version/26.0 Mobile Safari/604.1`,
  ],
  ['Chrome on iPad', `Mozilla/5.0 (iPad; CPU OS 19_0 like Mac OS X) ${webKit} CriOS/142.0 Mobile/15E148 Safari/604.1`],
  ['Chrome on Android', `Mozilla/5.0 (Linux; Android 10; K) ${chrome} Mobile Safari/537.36`],
  [
    'Samsung Internet on Android',
    `Mozilla/5.0 (Linux; Android 10; K) SamsungBrowser/29.0 ${chrome} Mobile Safari/537.36`,
  ],
  ['Chrome on ChromeOS', `Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${chrome} Safari/537.36`],
  ['Firefox', 'Firefox/1.0'],
  ['Linux', 'something (Linux)'],
  ['Unknown device', 'node'],
  ['Unknown device', ''],
  ['Unknown device', null],
])('%s: %s', (words, userAgent) => {
  expect(deviceName(userAgent)).toBe(words)
})

test('phones and tablets are held in the hand', () => {
  expect(['Safari on iPhone', 'Chrome on iPad', 'Firefox on Android'].filter(isHandheld)).toHaveLength(3)
  expect(['Firefox on Linux', 'Chrome on ChromeOS', 'Unknown device'].filter(isHandheld)).toEqual([])
})
