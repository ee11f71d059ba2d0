import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { layoutShifts, recordLayoutShifts } from '#tests/support/browser/layout-shifts.ts'
import { seedEpisode } from '#tests/support/data/publishing.ts'
import { createPerson, type Person } from '#tests/support/http/person.ts'
import { setUpApp } from '#tests/support/worlds/app-fixture.ts'

const app = setUpApp()
let creator: Person
let episode: string

beforeAll(async () => {
  creator = await createPerson(app.hoshi.url, 'creator', 'Aya')
  episode = await seedEpisode(app.hoshi.connectionString, creator, { title: 'Snow' })
})

test.each([
  ['the shared header', () => '/privacy'],
  ['the header of the watch page', () => `/watch/${episode}`],
])('%s does not shift when the page arrives in two parts', async (_, path) => {
  const proxy = await splitPages('<summary aria-label="Account"')
  const { page, logInAs } = await app.visit()
  await logInAs(creator)
  // Neither scripts nor fonts: late-fonts covers what fonts move.
  await page.route(/\.(js|woff2)$/, (route) => route.abort())
  await recordLayoutShifts(page, 'header')
  await page.goto(proxy.url + path(), { waitUntil: 'commit' })
  await page.waitForFunction(() => document.querySelector('.welcome') !== null)
  await page.evaluate(async () => {
    const styles = [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')]
    await Promise.all(
      styles.map((style) => style.sheet ?? new Promise((loaded) => style.addEventListener('load', loaded))),
    )
    await new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)))
  })
  proxy.sendRest()
  await page.locator('footer').waitFor()
  const { moves } = await layoutShifts(page)
  expect(moves).toEqual([])
})

/** A server in front of Hoshi that sends pages up to this text only, until told to send the rest. */
async function splitPages(before: string): Promise<{ url: string; sendRest: () => void }> {
  const rest = Promise.withResolvers<void>()
  const server = createServer((request, response) => void pass(request, response))
  async function pass({ method = 'GET', url = '', headers }: IncomingMessage, response: ServerResponse): Promise<void> {
    const { cookie = '', accept = '' } = headers
    const answer = await fetch(new URL(url, app.hoshi.url), { method, headers: { cookie, accept } })
    const type = answer.headers.get('content-type') ?? ''
    const body = Buffer.from(await answer.arrayBuffer())
    response.writeHead(answer.status, { 'content-type': type })
    const at = type.startsWith('text/html') ? body.indexOf(before) : -1
    if (at > 0) {
      response.write(body.subarray(0, at))
      await rest.promise
    }
    response.end(body.subarray(Math.max(at, 0)))
  }
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return {
    url: `http://${new URL(app.hoshi.url).hostname}:${(server.address() as AddressInfo).port}`,
    sendRest: rest.resolve,
  }
}
