import { type ChildProcess, spawn } from 'node:child_process'
import { globSync } from 'node:fs'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { limitMemory } from './memory-limit.ts'
import { runSuites, suites } from './suites.ts'
import { addTo, countLine, nothing, type Tally } from './tally.ts'

// The proof that no test depends on speed, the clock or the order: all of them three times, on a machine whose
// processors somebody else keeps busy.

const MEMORY_BYTES = 6 * 1024 ** 3
/** What a suite needs until its first test runs, so that midnight falls in the middle of its work. */
const BEFORE_MIDNIGHT_SECONDS = 30
const DAY_SECONDS = 86_400

interface SteadyRun {
  title: string
  run(files: readonly string[]): Promise<Tally>
}

const plain: SteadyRun = {
  title: 'as it is',
  run: (files) => runSuites({ name: 'steady', suites, files }),
}

const acrossMidnight: SteadyRun = {
  title: 'each suite from 23:59:30 UTC',
  async run(files) {
    const [library] = globSync('/usr/lib/*/faketime/libfaketimeMT.so.1')
    if (!library) return skipped('libfaketime is not installed')
    let total = nothing
    for (const suite of suites) {
      const environment = beforeMidnight(library)
      total = addTo(total, await runSuites({ name: `steady-${suite}`, suites: [suite], files, environment }))
    }
    return total
  },
}

const reversed: SteadyRun = {
  title: 'in reverse order, within 6 GiB',
  async run(files) {
    const leave = limitMemory(MEMORY_BYTES)
    if (!leave) console.log('hoshi: skipped: no control group can be written here, so memory stays as it is')
    try {
      return await runSuites({ name: 'steady', suites, files, environment: { HOSHI_TEST_ORDER: 'reverse' } })
    } finally {
      leave?.()
    }
  },
}

/** Runs the suites three times under load. @param files limits the runs to these test files */
export async function runSteadily(files: readonly string[]): Promise<Tally> {
  const lines: string[] = []
  let total = nothing
  const load = keepBusy()
  try {
    for (const { title, run } of [plain, acrossMidnight, reversed]) {
      console.log(`\n▸ steady: ${title}`)
      const begun = performance.now()
      const tally = await run(files)
      total = addTo(total, tally)
      const seconds = Math.round((performance.now() - begun) / 1000)
      lines.push(`${title}: ${countLine(tally)} in ${seconds} s, load ${loadavg()[1]?.toFixed(1)}`)
    }
  } finally {
    load.kill('SIGKILL')
  }
  console.log(`\n${lines.join('\n')}`)
  return total
}

/** A process that would have every processor, in a session of its own: the system gives it as much as the tests. */
function keepBusy(): ChildProcess {
  const busy = spawn(process.execPath, [join(import.meta.dirname, 'busy.mjs')], { stdio: 'ignore', detached: true })
  process.on('exit', () => busy.kill('SIGKILL'))
  return busy
}

/**
 * Shifts a run and its PostgreSQL so that it begins half a minute before midnight. A shift, since an instant would begin
 * anew with every process; timers stay as they are.
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
  return { ...nothing, skipped: 1 }
}
