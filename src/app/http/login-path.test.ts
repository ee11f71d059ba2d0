import { expect, test } from 'vitest'
import { loginPath } from './login-path.ts'

const nextOf = (path: string, seconds?: number) =>
  new URL(loginPath(path, seconds), 'http://hoshi').searchParams.get('next')

test('the login leads back to the page, its anchor and the second of its episode', () => {
  expect(nextOf('/creator/c')).toBe('/creator/c')
  expect(nextOf('/watch/e', 161.9)).toBe('/watch/e?t=161')
  expect(nextOf('/watch/e?sort=newest#comments', 161)).toBe('/watch/e?sort=newest&t=161#comments')
  expect(nextOf('/watch/e#comments', 0.4)).toBe('/watch/e#comments')
})
