import { expect, it } from 'vitest'
import { processorTime, readProcessorTime } from './processor-time.ts'

it('tells a process from its children, whatever it is called', () => {
  const stat = '42 (a (b) c d) S 1 42 42 0 -1 4194560 900 0 3 0 150 50 1200 300 20 0 7 0 12345 999 99'
  expect(readProcessorTime(stat)).toEqual({ own: 2, children: 15 })
})

it('reads a process that runs', async () => {
  expect((await processorTime(process.pid)).own).toBeGreaterThan(0)
})
