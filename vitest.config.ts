import { defineConfig } from 'vitest/config'
import { LongestFirst } from './tests/support/longest-first.ts'

const ownDatabaseServer = './tests/support/postgres-global-setup.ts'
/** For what is looked at again and again until it is so: a second, as it is otherwise, is short on a busy machine. */
const patient = { poll: { timeout: 20_000 } }

export default defineConfig({
  test: {
    // The machine that decides has two cores, and PostgreSQL wants a share of them.
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: 'rooms',
          include: ['src/**/*.test.ts', 'tests/*.test.ts', 'scripts/**/*.test.{ts,mjs}', 'bench/**/*.test.ts'],
          exclude: ['**/*.video.test.ts'],
          // Every file makes what it needs, so that one process may read the rooms once for many files.
          isolate: false,
          globalSetup: ownDatabaseServer,
          expect: patient,
          testTimeout: 60_000,
          hookTimeout: 60_000,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          name: 'video',
          include: ['src/**/*.video.test.ts', 'tests/crash/**/*.video.test.ts'],
          globalSetup: ownDatabaseServer,
          expect: patient,
          // Much of it waits, for a killed worker's job to be taken again or for a film that plays.
          maxWorkers: 3,
          testTimeout: 120_000,
          hookTimeout: 60_000,
          sequence: { groupOrder: 2 },
        },
      },
      {
        test: {
          name: 'screens',
          include: ['tests/screens/**/*.spec.ts'],
          globalSetup: ownDatabaseServer,
          expect: patient,
          testTimeout: 120_000,
          hookTimeout: 120_000,
          // A browser on a machine with two busy cores may miss a moment; what is wrong fails twice. The list of tests
          // names what took its second try.
          retry: 1,
          sequence: { groupOrder: 3 },
        },
      },
    ],
  },
})
