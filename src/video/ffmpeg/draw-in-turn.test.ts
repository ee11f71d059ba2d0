import { expect, it } from 'vitest'
import { drawInTurn } from './drawn-picture.server.ts'

it('draws two pictures at once, lets sixteen wait, and refuses the next one until a place is free', async () => {
  const held = Promise.withResolvers<void>()
  let drawing = 0
  const eighteen = Array.from({ length: 18 }, () =>
    drawInTurn(async () => {
      drawing += 1
      await held.promise
    }),
  )
  await expect(drawInTurn(async () => {})).rejects.toMatchObject({
    code: 'request.busy',
    details: { retryAfterSeconds: 5 },
  })
  expect(drawing).toBe(2)
  held.resolve()
  await Promise.all(eighteen)
  expect(drawing).toBe(18)
  expect(await drawInTurn(async () => 'drawn')).toBe('drawn')
})
