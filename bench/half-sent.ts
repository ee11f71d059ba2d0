import { setTimeout as pause } from 'node:timers/promises'
import { cookieOf, createPerson } from '#tests/support/http/person.ts'
import { openRaw } from '#tests/support/http/raw-http.ts'
import type { Figure } from './figures.ts'
import { withHoshi } from './hoshi-process.ts'
import { withMemoryPeak } from './memory-peak.ts'

/** Declared length of each body, and how much of it is sent. */
const DECLARED_BYTES = 5_000_000
const SENT_BYTES = 4_900_000
/** As many as one account may send at a time. */
const BODIES_PER_ACCOUNT = 4
/** Share of the bytes sent. The bodies are dropped or written to disk; only memory that is reused grows. */
const GOAL_SHARE = 1 / 3
/** Pause before the first body and after the last byte: the server's work after them is measured too. */
const SETTLE_MS = 2000

const BOUNDARY = 'hoshi-bench-7d1c0a55'
const form = {
  call: 'POST /settings',
  type: `multipart/form-data; boundary=${BOUNDARY}`,
  start: [
    `--${BOUNDARY}\r\nContent-Disposition: form-data; name="section"\r\n\r\npicture\r\n`,
    `--${BOUNDARY}\r\nContent-Disposition: form-data; name="avatar"; filename="a.png"\r\nContent-Type: image/png\r\n\r\n`,
  ].join(''),
}
const picture = { call: 'PUT /api/v1/creators/me/avatar', type: 'image/png', start: '' }

const crowds = [
  { name: '150 forms of a picture', body: form, count: 150 },
  { name: '60 pictures', body: picture, count: 60 },
]

/**
 * Growth of the server's resident memory while many bodies of 5 MB arrive except for their last bytes, and stay open;
 * without an account and with accounts, each on a fresh server.
 */
export async function measureHalfSent(report: (line: string) => void): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const { name, body, count } of crowds) {
    for (const who of ['signed out', 'signed in']) {
      const { before, peak, result } = await withHoshi(async ({ url, pid }) => {
        const accounts = who === 'signed in' ? Math.ceil(count / BODIES_PER_ACCOUNT) : 0
        const cookies: string[] = []
        for (let n = 0; n < accounts; n += 1) cookies.push(await cookieOf(url, await createPerson(url, 'creator')))
        // Warms the server up with a first request of its kind.
        await sendAll(url, body, 1, cookies)
        await pause(SETTLE_MS)
        return await withMemoryPeak(pid, () => sendAll(url, body, count, cookies))
      })
      const sent = (count * SENT_BYTES) / 1e6
      report(`${name}, ${who}: ${before.toFixed(0)} MB before, ${peak.toFixed(0)} MB at most; ${result}`)
      figures.push({
        name: `${name} of 5 MB, ${who}: memory growth`,
        value: peak - before,
        unit: 'MB',
        // In memory they would take at least their bytes.
        baseline: { value: sent, isEstimated: true },
        goal: Math.round(sent * GOAL_SHARE),
      })
    }
  }
  return figures
}

/** Sends the bodies at the same time and leaves them open for a while. @returns how they were answered by then */
async function sendAll(
  url: string,
  { call, type, start }: typeof form,
  count: number,
  cookies: string[],
): Promise<string> {
  const [method = '', path = ''] = call.split(' ')
  const rest = Buffer.alloc(SENT_BYTES - start.length, 'pixels')
  const answers = new Map<string, number>()
  const bodies = Array.from({ length: count }, (_, n) => {
    const cookie = cookies[n % cookies.length]
    const headers = {
      'Content-Type': type,
      'Content-Length': String(DECLARED_BYTES),
      ...(cookie === undefined ? {} : { Cookie: cookie, Origin: url }),
    }
    const { request, response } = openRaw(url + path, { method, headers })
    request.write(start)
    const isWritten = new Promise((written) => request.write(rest, written))
    const closed = new Promise((done) => request.once('close', done))
    response.then(
      ({ status }) => answers.set(`${status}`, (answers.get(`${status}`) ?? 0) + 1),
      () => {},
    )
    return { request, over: Promise.race([isWritten, closed, response.catch(() => {})]) }
  })
  await Promise.all(bodies.map(({ over }) => over))
  await pause(SETTLE_MS)
  for (const { request } of bodies) request.destroy()
  const lines = [...answers].map(([status, times]) => `${times} answered ${status}`)
  return lines.length > 0 ? lines.join(', ') : 'none answered'
}
