import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import { afterEach, expect, test } from 'vitest'
import { isRefusal } from '#platform/refusal.ts'
import { limitBodies } from './request-body.server.ts'
import type { HttpEnv } from './request-context.ts'

let http: Server

afterEach(async () => {
  http.closeAllConnections()
  await new Promise((closed) => http.close(closed))
})

/** Sends more than is taken. @param answer of the route, after it has met the limit @param status of the refusal */
async function sendTooMuch(answer: () => Response): Promise<Response> {
  const app = new Hono<HttpEnv>()
  app.use(limitBodies(() => 10))
  app.post('/', (c) => c.req.text().then(() => new Response('taken'), answer))
  app.onError((error) => new Response(isRefusal(error) ? error.code : 'fault', { status: 413 }))
  http = createServer(getRequestListener(app.fetch, { overrideGlobalObjects: false, autoCleanupIncoming: false }))
  await new Promise<void>((listening) => http.listen(0, '127.0.0.1', listening))
  const { port } = http.address() as AddressInfo
  return await fetch(`http://127.0.0.1:${port}`, { method: 'POST', body: 'more than ten' })
}

test('a route that reports a cut body differently is overruled, and no header of its response is left', async () => {
  const headers = { 'Content-Encoding': 'gzip', 'Cache-Control': 'public', 'Content-Security-Policy': 'sandbox' }
  const response = await sendTooMuch(() => new Response('bytes of gzip', { headers }))
  expect([response.status, await response.text()]).toEqual([413, 'request.too_large'])
  expect(Object.keys(headers).filter((name) => response.headers.has(name))).toEqual([])
})

test('a route that reports it itself answers', async () => {
  const response = await sendTooMuch(() => new Response('a page that says so', { status: 413 }))
  expect([response.status, await response.text()]).toEqual([413, 'a page that says so'])
})
