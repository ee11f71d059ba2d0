import { solveProof } from '#app/proof/solve-proof.ts'
import type { Account } from '#identity/account.ts'
import { PROOF_HEADER, type ProofChallenge } from '#platform/proof-challenge.ts'

/** An account that calls a Hoshi over HTTP, with its own cookie jar. */
export interface Person {
  account: Account
  email: string
  password: string
  /** A request to a path of the site with this person's cookies and, for writes, the site's origin. */
  call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Response>
}

/** A caller without an account; stores the cookies of responses. */
export function createStranger(url: string): Pick<Person, 'call'> {
  const jar = new Map<string, string>()
  return {
    async call(method, path, body, headers = {}) {
      const isJson = body !== undefined && !(body instanceof FormData) && !(body instanceof Uint8Array)
      const response = await fetch(new URL(path, url), {
        method,
        redirect: 'manual',
        headers: {
          // A server closes an unused connection after 5 s, which a process on a busy machine may notice too late.
          Connection: 'close',
          ...(method === 'GET' || method === 'HEAD' ? {} : { Origin: new URL(url).origin }),
          ...(jar.size > 0 ? { Cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') } : {}),
          ...(isJson ? { 'Content-Type': 'application/json' } : {}),
          ...headers,
        },
        ...(body === undefined ? {} : { body: isJson ? JSON.stringify(body) : (body as BodyInit) }),
      })
      for (const line of response.headers.getSetCookie()) {
        const [pair = ''] = line.split(';')
        const at = pair.indexOf('=')
        const isExpired = /max-age=0\b|expires=Thu, 01 Jan 1970/i.test(line)
        if (isExpired) jar.delete(pair.slice(0, at))
        else jar.set(pair.slice(0, at), pair.slice(at + 1))
      }
      return response
    },
  }
}

let personCount = 0

/** Signs up and in over the public API. */
export async function createPerson(url: string, role: 'viewer' | 'creator', username?: string): Promise<Person> {
  const stranger = createStranger(url)
  personCount += 1
  const email = `person${personCount}.${process.pid}@example.com`
  const password = 'correct horse battery'
  const newAccount = { email, password, role, agreedToTerms: true, ...(username === undefined ? {} : { username }) }
  let signUp = await stranger.call('POST', '/api/v1/accounts', newAccount)
  if (signUp.status === 428) {
    const { proof } = (await signUp.json()) as { proof: ProofChallenge }
    const headers = { [PROOF_HEADER]: solveProof(proof) }
    signUp = await stranger.call('POST', '/api/v1/accounts', newAccount, headers)
  }
  if (signUp.status !== 201) throw new Error(`Signing up answered ${signUp.status}: ${await signUp.text()}`)
  const created = (await signUp.json()) as Pick<Account, 'uid' | 'email' | 'role'> & { createdAt: string }
  const isCreator = role === 'creator'
  const account = { ...created, createdAt: new Date(created.createdAt), isCreator, suspension: null }
  const signIn = await stranger.call('POST', '/api/auth/sign-in/email', { email, password })
  if (signIn.status !== 200) throw new Error(`Signing in answered ${signIn.status}: ${await signIn.text()}`)
  return { ...stranger, account, email, password }
}

/** The Cookie header of a new session, for raw requests. */
export async function cookieOf(url: string, { email, password }: Person): Promise<string> {
  const signIn = await createStranger(url).call('POST', '/api/auth/sign-in/email', { email, password })
  return signIn.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
}
