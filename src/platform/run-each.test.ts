import { expect, test } from 'vitest'
import { runEach } from './run-each.ts'

test('the steps after a failed one run, and what failed is thrown together', async () => {
  const done: number[] = []
  const [one, other] = [new Error('one'), new Error('other')]
  const steps = [
    () => Promise.reject(one),
    async () => void done.push(1),
    () => Promise.reject(other),
    async () => void done.push(2),
  ]
  await expect(runEach(steps)).rejects.toMatchObject({ errors: [one, other], message: '2 of 4 steps failed.' })
  expect(done).toEqual([1, 2])
  await expect(runEach([])).resolves.toBeUndefined()
})
