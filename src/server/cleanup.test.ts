import { expect, test } from 'vitest'
import { scheduleCleanup } from './cleanup.ts'

test('a step of the cleanup that fails is logged, and the others go on', async () => {
  const done: string[] = []
  const failed: object[] = []
  const part = (name: string) => ({ cleanUp: async () => void done.push(name) })
  const error = new Error('too slow')
  let run = async () => {}
  const jobs = { handle: (_kind: unknown, _number: unknown, work: () => Promise<void>) => (run = work), schedule() {} }
  const parts = {
    rateLimits: part('rateLimits'),
    identity: part('identity'),
    exports: part('exports'),
    imports: part('imports'),
    mailer: {},
    engagement: { cleanUp: () => Promise.reject(error) },
    community: part('community'),
    moderation: part('moderation'),
    log: { error: (details: object) => failed.push(details) },
  }
  scheduleCleanup(jobs as never, parts as never)
  await run()
  expect(done).toEqual(['rateLimits', 'identity', 'exports', 'imports', 'community', 'moderation'])
  expect(failed).toEqual([{ err: error, part: 'engagement' }])
})
