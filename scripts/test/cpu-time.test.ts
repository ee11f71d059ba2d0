import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { cpuTimeBetween, parseStat, readProcessTimes, sumOf } from '#tests/support/run/cpu-time.ts'

const process1 = { parent: 9, name: 'node', own: 10, ended: 0 }
const browser = { parent: 1, name: 'chromium', own: 5, ended: 0 }

test('reads parent, name and times of a process, whatever its name is', () => {
  const stat = '42 (a) b (c) S 7 42 42 0 -1 4194304 100 0 0 0 150 50 300 100 20 0 1 0'
  expect(parseStat(stat)).toEqual({ parent: 7, name: 'a) b (c', own: 2, ended: 4 })
})

test('counts a process that lives on by what it has done since', () => {
  const before = new Map([[1, process1], [2, browser]]) // biome-ignore format: one line
  const after = new Map([[1, { ...process1, own: 12 }], [2, { ...browser, own: 8 }]]) // biome-ignore format: one line
  expect(cpuTimeBetween(before, after, 1)).toEqual({ tests: 2, browsers: 3, programs: 0, ended: 0 })
})

test('counts a process that has ended by the times of its parent, once', () => {
  const before = new Map([[1, process1], [2, browser]]) // biome-ignore format: one line
  const after = new Map([[1, { ...process1, own: 11, ended: 9 }]])
  expect(cpuTimeBetween(before, after, 1)).toEqual({ tests: 1, browsers: 0, programs: 0, ended: 4 })
})

test('a real program that has ended is in the reading of its parent', () => {
  const before = readProcessTimes(process.pid)
  const busy = 'while (process.cpuUsage().user < 400_000) for (let i = 0; i < 1e6; i++);'
  spawnSync(process.execPath, ['-e', busy])
  const { ended } = cpuTimeBetween(before, readProcessTimes(process.pid), process.pid)
  expect(ended).toBeGreaterThan(0.25)
  expect(sumOf(before)).toBeGreaterThan(0)
})
