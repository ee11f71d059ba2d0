import { expect, it } from 'vitest'
import { cpuTime, parseCpuTime } from './cpu-time.ts'

it('separates a process from its children, with any program name', () => {
  const stat = '42 (a (b) c d) S 1 42 42 0 -1 4194560 900 0 3 0 150 50 1200 300 20 0 7 0 12345 999 99'
  expect(parseCpuTime(stat)).toEqual({ own: 2, children: 15 })
})

it('reads a running process', async () => {
  expect((await cpuTime(process.pid)).own).toBeGreaterThan(0)
})
