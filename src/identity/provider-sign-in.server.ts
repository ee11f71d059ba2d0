import type { Log } from '#platform/log.server.ts'
import { headerSafe, isOwnPath } from '#platform/own-path.ts'
import { isRefusal, Refusal } from '#platform/refusal.ts'
import { transact } from '#platform/transact.server.ts'
import type { Account } from './account.ts'
import { lockAccount } from './account-rows.server.ts'
import type { AuthCall, CallOutcome } from './auth.server.ts'
import type { Caller } from './caller.ts'
import { completeSignIn } from './complete-sign-in.server.ts'
import { endSession } from './end-session.server.ts'
import { PROVIDER_ID, type ProviderRefusal, type ProviderSettings, providerRefusals } from './provider.ts'
import { isFault, readAnswer, refusalOf } from './provider-answer.server.ts'
import { ProviderUnavailableError } from './provider-discovery.server.ts'
import { deleteLink, findLink, findLinkStarted, type ProviderLink } from './provider-rows.server.ts'
import type { SessionChange } from './session-change.ts'
import type { SessionParts } from './sessions.server.ts'
import { ensureWayInLeft } from './ways-in.server.ts'

/** Sign-in by the OpenID Connect provider that the operator has set. */
export interface ProviderSignIn {
  /** The name of the provider, as people know it; null where there is none. */
  providerName: string | null
  /** Origins to which its forms lead. */
  providerOrigins(): readonly string[]
  /** Asks the provider for the facts that a sign-in needs, so that the first one need not wait. Does not throw. */
  openProvider(): Promise<void>
  /**
   * Starts a sign-in, or a sign-up.
   * @param next path of this site to return to; null: the account's home
   * @returns where the browser goes on
   * @throws Refusal request.not_found without a provider, request.invalid, identity.provider_unavailable,
   *   identity.too_many_sign_ins
   */
  startProviderSignIn(input: { next: string | null }, from: Caller): Promise<SessionChange & { url: string }>
  /**
   * Starts a link of the account to somebody at the provider. The caller has asked for a recent sign-in.
   * @throws Refusal as `startProviderSignIn`, and identity.provider_linked
   */
  startProviderLink(account: Account, from: Caller): Promise<SessionChange & { url: string }>
  /** Null when the account is not linked. */
  providerLinkOf(account: Pick<Account, 'uid'>): Promise<ProviderLink | null>
  /** Sessions go on. @throws Refusal identity.provider_not_linked, identity.last_way_in */
  unlinkProvider(account: Account): Promise<void>
}

/** The verbs behind the routes of the provider. */
export interface ProviderRoutes extends Pick<ProviderSignIn, 'startProviderSignIn'> {
  /**
   * Finishes a sign-in or a link, with the parameters that the provider adds to the address.
   * @returns `location`, where the browser continues; its parameter `refused` names a refusal
   */
  finishProviderSignIn(query: URLSearchParams, from: Caller): Promise<SessionChange & { location: string }>
}

export interface ProviderParts extends SessionParts {
  log: Log
  publicUrl: string
  provider: ProviderSettings | null
}

/** Parameters of the provider's answer; it may say more in words, which nobody shows. */
const answerParameters: ReadonlySet<string> = new Set(['code', 'state', 'iss', 'error'])

/** The page with the link to the provider. */
const LINKS = '/settings/security'

/** The page that says that a sign-in has restored the account. */
const RESTORED = '/settings/data?saved=restored#delete'

interface Finished extends SessionChange {
  /** The page that was asked for. */
  page: URL
  needsCode?: boolean
  refused?: ProviderRefusal
}

export function createProviderSignIn(parts: ProviderParts): ProviderSignIn & { providerRoutes: ProviderRoutes | null } {
  const { db, auth, limits, log, publicUrl, provider } = parts

  const sessionOf = (from: Caller) => auth.sessionUser(new Headers({ cookie: from.cookie ?? '' }))

  /** Sends a call whose response has the address of the provider. */
  async function start(call: Pick<AuthCall, 'path' | 'body'>, from: Caller): Promise<SessionChange & { url: string }> {
    if (!provider) throw new Refusal('request.not_found')
    await limits.countSignInStart(from)
    const response = await auth
      .send({ method: 'POST', ...call, cookie: from.cookie ?? null, from })
      .catch(refuseUnavailable)
    if (!response.ok) throw new Error(`better-auth responded with ${response.status} to ${call.path}.`)
    const { url } = (await response.json()) as { url: string }
    return { url, setCookies: response.headers.getSetCookie() }
  }

  const startProviderSignIn: ProviderSignIn['startProviderSignIn'] = async ({ next }, from) => {
    if (next !== null && !isOwnPath(next)) throw new Refusal('request.invalid', { field: 'callbackURL' })
    // Somebody who is signed in already proves again to be there.
    const isAgain = (await sessionOf(from)) !== null
    const query = next === null ? '' : `?next=${encodeURIComponent(next)}`
    const body = {
      provider: PROVIDER_ID,
      // The login page leads home who is signed in.
      callbackURL: headerSafe(next ?? '/login'),
      errorCallbackURL: `${isAgain ? '/sign-in-again' : '/login'}${query}`,
      ...(isAgain ? { additionalParams: { prompt: 'login' } } : {}),
    }
    return await start({ path: '/sign-in/social', body }, from)
  }

  /** @throws Refusal when nothing came of it, before or after better-auth was asked */
  async function finish(query: URLSearchParams, from: Caller, uid: string | null): Promise<Finished> {
    const state = query.get('state') ?? ''
    if (!/^[\w-]{1,100}$/.test(state)) throw new Refusal('identity.provider_refused')
    const linking = await findLinkStarted(db, state)
    // Somebody else has signed in here since.
    if (linking !== null && linking !== uid) throw new Refusal('identity.provider_refused')
    let outcome: CallOutcome | undefined
    const response = await auth
      .send({
        method: 'GET',
        path: `/callback/${PROVIDER_ID}`,
        query: Object.fromEntries([...query].filter(([name]) => answerParameters.has(name))),
        cookie: from.cookie ?? null,
        from,
        isRefusal(answer, itsOutcome) {
          outcome = itsOutcome
          return !isFault(answer, itsOutcome)
        },
      })
      .catch(refuseUnavailable)
    const { page, error, isSignedIn, needsCode } = readAnswer(response, publicUrl)
    if (error !== null) return { page, setCookies: response.headers.getSetCookie(), ...readError(error, outcome) }
    const isRestored = isSignedIn && (await completeSignIn(parts, response, from))
    if (needsCode && from.cookie) await endSession(auth, new Headers({ cookie: from.cookie }))
    const setCookies = response.headers.getSetCookie()
    return { page: isRestored ? new URL(RESTORED, publicUrl) : page, setCookies, needsCode }
  }

  function readError(error: string, outcome: CallOutcome | undefined): { refused: ProviderRefusal } {
    const refused = refusalOf(error, outcome?.cause)
    const reason = /^[\w.]{1,60}$/.test(error) ? error : 'other'
    log.warn({ refused, reason }, 'identity: nothing came of a sign-in by the provider')
    return { refused }
  }

  const routes: ProviderRoutes = {
    startProviderSignIn,
    async finishProviderSignIn(query, from) {
      const uid = (await sessionOf(from))?.id ?? null
      const { page, setCookies, needsCode, refused } = await finish(query, from, uid).catch(finishRefused)
      if (refused) return { location: refusedAt(page, refused, uid !== null), setCookies }
      const location = page.href.slice(page.origin.length)
      const next = location === '/login' ? '' : `?next=${encodeURIComponent(location)}`
      return { location: needsCode ? `/login/code${next}` : location, setCookies }
    },
  }

  function finishRefused(thrown: unknown): Finished {
    if (!isRefusal(thrown)) throw thrown
    const refused = providerRefusals.find((code) => code === thrown.code) ?? 'identity.provider_refused'
    return { page: new URL(publicUrl), setCookies: [], refused }
  }

  return {
    providerName: provider?.name ?? null,
    providerOrigins: () => auth.providerOrigins(),
    // The cause of the failure is in the log.
    openProvider: () => auth.openProvider().catch(() => undefined),
    startProviderSignIn,
    async startProviderLink({ uid }, from) {
      if (await findLink(db, uid)) throw new Refusal('identity.provider_linked')
      const body = {
        provider: PROVIDER_ID,
        callbackURL: `${LINKS}?saved=provider-linked#provider`,
        errorCallbackURL: LINKS,
      }
      return await start({ path: '/link-social', body }, from)
    },
    providerLinkOf: ({ uid }) => findLink(db, uid),
    async unlinkProvider({ uid }) {
      await transact(db, async (trx) => {
        await lockAccount(trx, uid)
        if (!(await deleteLink(trx, uid))) throw new Refusal('identity.provider_not_linked')
        await ensureWayInLeft(trx, uid)
      })
    },
    providerRoutes: provider && routes,
  }
}

/** The page that says why nothing came of it. @param page the one that was asked for, if that is known */
function refusedAt(page: URL, refused: ProviderRefusal, isSignedIn: boolean): string {
  const isKnown = ['/login', '/sign-in-again', LINKS].includes(page.pathname)
  const path = isKnown ? page.pathname : isSignedIn ? LINKS : '/login'
  const query = new URLSearchParams({ refused })
  const next = page.searchParams.get('next')
  if (isKnown && next !== null) query.set('next', next)
  return `${path}?${query}${path === LINKS ? '#provider' : ''}`
}

function refuseUnavailable(thrown: unknown): never {
  if (thrown instanceof ProviderUnavailableError) throw new Refusal('identity.provider_unavailable')
  throw thrown
}
