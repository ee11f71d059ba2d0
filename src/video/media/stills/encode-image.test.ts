import { expect, it } from 'vitest'
import { withImageSlot } from './encode-image.server.ts'

it('encodes two images at once, queues sixteen, and refuses the next one until a slot is free', async () => {
  const gate = Promise.withResolvers<void>()
  let active = 0
  const pending = Array.from({ length: 18 }, () =>
    withImageSlot(async () => {
      active += 1
      await gate.promise
    }),
  )
  await expect(withImageSlot(async () => {})).rejects.toMatchObject({
    code: 'request.busy',
    details: { retryAfterSeconds: 5 },
  })
  expect(active).toBe(2)
  gate.resolve()
  await Promise.all(pending)
  expect(active).toBe(18)
  expect(await withImageSlot(async () => 'encoded')).toBe('encoded')
})
