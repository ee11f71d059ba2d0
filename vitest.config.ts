import { defineConfig } from 'vitest/config'
import { LongestFirst } from './tests/support/run/longest-first.ts'
import { MAX_WAIT_MS } from './tests/support/run/max-wait.ts'

/** Takes long and changes seldom: `npm run test:slow`. */
const slow = '**/*.slow.{test,spec}.ts'
/** Slow files with a process of their own, which they change: what it does at its end, and where its packages are from. */
const apart = [
  'src/platform/embedded-postgres.slow.test.ts',
  'clients/*.slow.test.ts',
  'scripts/shots/shots.slow.test.ts',
]
const without = ['**/node_modules/**']
const runner = './tests/support/run/time-limited-runner.ts'

export default defineConfig({
  test: {
    // On the two cores of the machine that decides: one waits while two work. A fourth and more only take turns with them.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    // Here and not in the projects, which would each start one: the projects share this one server.
    globalSetup: './tests/support/run/postgres-global-setup.ts',
    // The projects inherit everything below.
    setupFiles: [
      './tests/support/run/name-test-file.ts',
      './tests/support/run/record-cpu.ts',
      './tests/support/run/relax-database-limits.ts',
      './tests/support/run/keep-tool-priority.ts',
    ],
    /** For what is looked at again and again until it is so: a second, as it is otherwise, is short on a busy machine. */
    expect: { poll: { timeout: MAX_WAIT_MS } },
    // Only there to end a test that hangs.
    testTimeout: 1_800_000,
    hookTimeout: 1_800_000,
    // A failure is shown with its values: the run's last lines are all that CI keeps.
    chaiConfig: { truncateThreshold: 1_000 },
    projects: [
      {
        test: {
          name: 'rooms',
          include: ['src/**/*.test.ts', 'tests/*.test.ts', 'scripts/**/*.test.{ts,mjs}', 'bench/**/*.test.ts'],
          exclude: ['**/*.video.test.ts', slow],
          // Every file makes what it needs, so that one process may read the rooms once for many files.
          isolate: false,
        },
      },
      { test: { name: 'video', include: ['src/**/*.video.test.ts'], isolate: false } },
      { test: { name: 'screens', include: ['tests/screens/**/*.spec.ts'], exclude: [slow], isolate: false } },
      { test: { name: 'slow', include: [slow], exclude: [...without, ...apart], isolate: false, runner } },
      { test: { name: 'slow-apart', include: apart, exclude: without, runner } },
    ],
  },
})
