import { join } from 'node:path'
import { createRequestHandler, RouterContextProvider } from 'react-router'
import { expect, test } from 'vitest'
import { type Hoshi, hoshiContext, type PageRequest, pageRequestContext } from '#app/http/context.ts'
import { loadProductionBuild } from '#server/screens-build.ts'
import { createMemoryLog, type LogEntry } from '#tests/support/run/memory-log.ts'

const loadBuild = loadProductionBuild(join(import.meta.dirname, '../../..'))
const cause = new Error('no memory to encode with')

/** Renders a page; so many attempts to encode one fail. */
async function render(failures: number) {
  const entries: LogEntry[] = []
  const faults: unknown[] = []
  let attempts = 0
  const context = new RouterContextProvider()
  const administration = { settings: { announcement: async () => '' } }
  const hoshi = { log: createMemoryLog(entries), publicUrl: 'http://localhost', administration }
  context.set(hoshiContext, hoshi as unknown as Hoshi)
  const pageRequest: PageRequest = {
    requestId: 'request-1',
    nonce: null,
    ip: '127.0.0.1',
    isSubmission: false,
    account: null,
    encode(page) {
      attempts += 1
      if (attempts <= failures) throw cause
      return page
    },
    allowTraining: () => {},
    allowFraming: () => {},
    allowStyle: () => {},
    onFault: (thrown) => void faults.push(thrown),
  }
  context.set(pageRequestContext, pageRequest)
  const handle = createRequestHandler(await loadBuild(), 'production')
  const response = await handle(new Request('http://localhost/about'), context)
  const logged = entries.map(({ level, message, details }) => [level, message, details])
  return { status: response.status, page: await response.text(), logged, faults }
}

const failedScreen = ['error', 'a screen failed', { err: cause, requestId: 'request-1', path: '/about' }]

test('a page that can be encoded is sent', async () => {
  const { status, logged, faults } = await render(0)
  expect([status, logged, faults]).toEqual([200, [], []])
})

test('a page that cannot be encoded is a failed screen, with its cause in the log', async () => {
  const { status, page, logged, faults } = await render(1)
  expect([status, page]).toEqual([500, expect.stringContaining('Something went wrong')])
  expect([logged, faults]).toEqual([[failedScreen], [cause]])
})

test('a failed screen that cannot be encoded either is still answered', async () => {
  const { status, logged, faults } = await render(2)
  expect([status, logged, faults]).toEqual([500, [failedScreen, failedScreen], [cause, cause]])
})
