import { type ChildProcess, spawn } from 'node:child_process'
import { globSync } from 'node:fs'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { limitMemory } from './memory-limit.ts'
import { quickSuites, runSuites } from './suites.ts'
import { addTo, emptyTally, summaryOf, type Tally } from './tally.ts'

// Proves that no test depends on speed, the clock or the order: runs all three times, while another process keeps the
// processors busy.

const MEMORY_BYTES = 6 * 1024 ** 3
/** A suite's time to its first test, which puts midnight in the middle of its work. */
const BEFORE_MIDNIGHT_SECONDS = 30
const DAY_SECONDS = 86_400

const steady = { name: 'steady', suites: quickSuites, isUnderLoad: true }

interface SteadyRun {
  title: string
  run(files: readonly string[]): Promise<Tally>
}

const baseline: SteadyRun = {
  title: 'as it is',
  run: (files) => runSuites({ ...steady, files }),
}

const acrossMidnight: SteadyRun = {
  title: 'each suite from 23:59:30 UTC',
  async run(files) {
    const [library] = globSync('/usr/lib/*/faketime/libfaketimeMT.so.1')
    if (!library) return skipped('libfaketime is not installed')
    let total = emptyTally
    for (const suite of quickSuites) {
      const environment = beforeMidnight(library)
      total = addTo(total, await runSuites({ ...steady, name: `steady-${suite}`, suites: [suite], files, environment }))
    }
    return total
  },
}

const reversed: SteadyRun = {
  title: 'in reverse order, within 6 GiB',
  async run(files) {
    const liftLimit = limitMemory(MEMORY_BYTES)
    if (!liftLimit) console.log('hoshi: skipped: no control group can be written here, so memory stays as it is')
    try {
      return await runSuites({ ...steady, files, environment: { HOSHI_TEST_ORDER: 'reverse' } })
    } finally {
      liftLimit?.()
    }
  },
}

/** Runs the suites three times under load. @param files limits the runs to these test files */
export async function runSteadily(files: readonly string[]): Promise<Tally> {
  const lines: string[] = []
  let total = emptyTally
  const load = loadProcessors()
  try {
    for (const { title, run } of [baseline, acrossMidnight, reversed]) {
      console.log(`\n▸ steady: ${title}`)
      const startedAt = performance.now()
      const tally = await run(files)
      total = addTo(total, tally)
      const seconds = Math.round((performance.now() - startedAt) / 1000)
      lines.push(`${title}: ${summaryOf(tally)} in ${seconds} s, load ${loadavg()[1]?.toFixed(1)}`)
    }
  } finally {
    load.kill('SIGKILL')
  }
  console.log(`\n${lines.join('\n')}`)
  return total
}

/** A process that loads every processor, in its own session: the scheduler gives it as much as the tests. */
function loadProcessors(): ChildProcess {
  const busy = spawn(process.execPath, [join(import.meta.dirname, 'busy.mjs')], { stdio: 'ignore', detached: true })
  process.on('exit', () => busy.kill('SIGKILL'))
  return busy
}

/**
 * Shifts the clock of a run and its PostgreSQL to start half a minute before midnight. It is a shift because a fixed
 * instant would restart with every process; timers are not affected.
 */
function beforeMidnight(library: string): Record<string, string> {
  const secondOfDay = Math.floor(Date.now() / 1000) % DAY_SECONDS
  const shift = DAY_SECONDS - BEFORE_MIDNIGHT_SECONDS - secondOfDay
  return {
    LD_PRELOAD: library,
    FAKETIME: `${shift < 0 ? '' : '+'}${shift}s`,
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
    NO_FAKE_STAT: '1',
  }
}

function skipped(why: string): Tally {
  console.log(`hoshi: skipped: ${why}`)
  return { ...emptyTally, skipped: 1 }
}
