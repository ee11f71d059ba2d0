import { queryDatabase } from '#tests/support/data/query-database.server.ts'
import { type OidcProvider, startOidcProvider } from '#tests/support/http/oidc-provider.ts'
import type { Person } from '#tests/support/http/person.ts'
import { createMemoryLog, type LogEntry } from '#tests/support/run/memory-log.ts'
import { createTestHoshi, type TestHoshi } from './test-hoshi.ts'

type Browser = Pick<Person, 'call'>

/** A Hoshi whose people may sign in by a provider. */
export interface ProviderSite extends Pick<TestHoshi, 'url' | 'mails'> {
  provider: OidcProvider
  /** Its log. */
  entries: LogEntry[]
  /** Makes somebody new the person who is signed in at the provider, with a confirmed address. */
  newPerson(email?: string): { sub: string; email: string }
  /** Starts a sign-in over the API. @returns the address of the provider */
  start(browser: Browser, body?: object): Promise<string>
  /** Goes to the provider and back. @returns the response to somebody who is back */
  signIn(browser: Browser, body?: object): Promise<Response>
  /** Links an account in Settings. @returns as `signIn` */
  link(person: Browser): Promise<Response>
  rowsOf<Row extends object>(statement: string, ...values: unknown[]): Promise<Row[]>
  close(): Promise<void>
}

export async function createProviderSite(): Promise<ProviderSite> {
  const provider = await startOidcProvider()
  const entries: LogEntry[] = []
  const hoshi = await createTestHoshi({
    worksJobs: true,
    environment: (url) => ({ PUBLIC_URL: url, ...provider.settings }),
    log: createMemoryLog(entries),
  })
  let personCount = 0
  return {
    url: hoshi.url,
    mails: hoshi.mails,
    provider,
    entries,
    newPerson(email = `person${personCount + 1}@studio.example`) {
      personCount += 1
      const sub = `sub-${personCount}`
      provider.person = { sub, email, email_verified: true }
      return { sub, email }
    },
    start: startProviderSignIn,
    async signIn(browser, body) {
      return await browser.call('GET', await provider.authorize(await startProviderSignIn(browser, body)))
    },
    async link(person) {
      const started = await postForm(person, '/settings/security', { section: 'provider', do: 'link' })
      if (started.status !== 302) throw new Error(`Starting a link answered ${started.status}: ${await started.text()}`)
      return await person.call('GET', await provider.authorize(locationOf(started)!))
    },
    rowsOf: (statement, ...values) => queryDatabase(hoshi.connectionString, statement, values),
    async close() {
      await hoshi.close()
      await provider.close()
    },
  }
}

async function startProviderSignIn(browser: Browser, body: object = { provider: 'oidc' }): Promise<string> {
  const response = await browser.call('POST', '/api/auth/sign-in/social', body)
  if (response.status !== 200)
    throw new Error(`Starting a sign-in answered ${response.status}: ${await response.text()}`)
  const { url } = (await response.json()) as { url: string }
  return url
}

export function locationOf(response: Response): string | null {
  return response.headers.get('location')
}

/** The account that is signed in, as the API returns it. */
export async function accountOf(browser: Browser): Promise<Record<string, unknown> | undefined> {
  const response = await browser.call('GET', '/api/auth/get-session')
  return ((await response.json()) as { user: Record<string, unknown> } | null)?.user
}

export function postForm(browser: Browser, path: string, fields: Record<string, string>): Promise<Response> {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  return browser.call('POST', path, form)
}
