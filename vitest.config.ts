import { defineConfig } from 'vitest/config'

const ownDatabaseServer = './tests/support/postgres-global-setup.ts'

export default defineConfig({
  test: {
    // The machine that decides has two cores, and PostgreSQL wants a share of them.
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: 'rooms',
          include: ['src/**/*.test.ts', 'tests/*.test.ts', 'scripts/**/*.test.{ts,mjs}', 'bench/**/*.test.ts'],
          exclude: ['**/*.video.test.ts'],
          globalSetup: ownDatabaseServer,
          testTimeout: 20_000,
          hookTimeout: 30_000,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          name: 'video',
          include: ['src/**/*.video.test.ts', 'tests/crash/**/*.video.test.ts'],
          globalSetup: ownDatabaseServer,
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
