import { UNSAFE_ErrorResponseImpl as ErrorResponse } from 'react-router'
import { expect, test, vi } from 'vitest'
import { NO_RESPONSE } from '#app/messages/failures.ts'
import { submitOr } from './no-response.ts'

/** The sentence that a form shows when its submission ends so. */
async function shownAfter(thrown: unknown): Promise<string> {
  const reported = vi.spyOn(console, 'error').mockImplementation(() => {})
  const shown = await submitOr(
    () => Promise.reject(thrown),
    ({ message }) => message,
  )
  reported.mockRestore()
  return shown
}

test('a form that is refused as a whole says why', async () => {
  const refused = { code: 'request.too_large', message: 'This request is too large.', field: null }
  expect(await shownAfter(new ErrorResponse(413, '', refused))).toBe('This request is too large.')
})

test('a form without a readable response says that', async () => {
  const others = [
    new TypeError('Failed to fetch'),
    new ErrorResponse(500, '', { code: 'fault', message: 'What broke' }),
    new ErrorResponse(404, '', 'Not Found'),
    new ErrorResponse(400, '', null),
  ]
  for (const thrown of others) expect(await shownAfter(thrown)).toBe(NO_RESPONSE)
})

test('a redirect is followed', async () => {
  const redirect = new Response(null, { status: 302 })
  await expect(shownAfter(redirect)).rejects.toBe(redirect)
})
