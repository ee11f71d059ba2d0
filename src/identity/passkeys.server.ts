import { isPossibleId } from '#platform/ids.server.ts'
import { Refusal } from '#platform/refusal.ts'
import { transact } from '#platform/transact.server.ts'
import type { Account } from './account.ts'
import { lockAccount } from './account-rows.server.ts'
import type { CallOutcome } from './auth.server.ts'
import type { Caller } from './caller.ts'
import { completeSignIn } from './complete-sign-in.server.ts'
import { deviceName } from './device.ts'
import { cookieHeaders } from './end-session.server.ts'
import { type OwnPasskey, PASSKEYS_MAX, type PasskeySite, readPasskeyName } from './passkey.ts'
import {
  deletePasskey,
  findPasskeys,
  isCredentialKnown,
  notePasskeyUse,
  type PasskeyRow,
  updatePasskeyName,
} from './passkey-rows.server.ts'
import type { SessionParts } from './sessions.server.ts'
import { ensureWayInLeft } from './ways-in.server.ts'

/** Keys of people's devices, which sign in without a password and without a second step. */
export interface Passkeys {
  /** The origin whose pages may make and use passkeys; null where browsers have none. */
  passkeyOrigin: string | null
  /** In the order in which they were made. */
  passkeysOf(account: Pick<Account, 'uid'>): Promise<OwnPasskey[]>
  /** @throws Refusal identity.passkey_name_invalid, identity.passkey_not_found */
  renamePasskey(account: Account, input: { id: string; name: string }): Promise<void>
  /** Sessions that it has started go on. @throws Refusal identity.passkey_not_found, identity.last_way_in */
  removePasskey(account: Account, id: string): Promise<void>
}

/** The answer of a browser to a request to use or to create a passkey. */
export type Ceremony = Record<string, unknown>

/** Responses in better-auth's format, for its open routes. Each is for the account of the caller's session. */
export interface PasskeyRoutes {
  /** @throws Refusal identity.too_many_passkeys */
  startPasskey(from: Caller): Promise<Response>
  /**
   * Stores the passkey that was made; without a name, under that of the caller's browser.
   * @throws Refusal identity.passkey_refused, identity.passkey_name_invalid, identity.too_many_passkeys
   */
  addPasskey(input: { response: Ceremony; name?: string }, from: Caller): Promise<Response>
  /** Starts a sign-in by a passkey; with a session, by one of its account. @throws Refusal identity.too_many_sign_ins */
  startPasskeySignIn(from: Caller): Promise<Response>
  /**
   * Starts a session, for which the passkey is both factors, and says whether it has restored a deactivated account.
   * @throws Refusal identity.passkey_refused, identity.too_many_sign_ins
   */
  signInWithPasskey(input: { response: Ceremony }, from: Caller): Promise<Response>
  listPasskeys(from: Caller): Promise<Response>
  changePasskey(input: { id: string; name: string }, from: Caller): Promise<Response>
  deletePasskey(input: { id: string }, from: Caller): Promise<Response>
}

export function createPasskeys(
  parts: SessionParts & { passkeySite: PasskeySite | null },
): Passkeys & { passkeyRoutes: PasskeyRoutes | null } {
  const { db, clock, auth, limits, passkeySite } = parts

  async function rename(uid: string, id: string, raw: string): Promise<PasskeyRow> {
    const name = readPasskeyName(raw)
    const row = isPossibleId(id) ? await updatePasskeyName(db, uid, id, name) : null
    if (!row) throw new Refusal('identity.passkey_not_found')
    return row
  }

  async function remove(uid: string, id: string): Promise<void> {
    if (!isPossibleId(id)) throw new Refusal('identity.passkey_not_found')
    await transact(db, async (trx) => {
      await lockAccount(trx, uid)
      if (!(await deletePasskey(trx, uid, id))) throw new Refusal('identity.passkey_not_found')
      await ensureWayInLeft(trx, uid)
    })
  }

  async function uidOf(from: Caller): Promise<string> {
    const user = await auth.sessionUser(new Headers({ cookie: from.cookie ?? '' }))
    if (!user) throw new Refusal('identity.sign_in_required')
    return user.id
  }

  async function ensureMayAdd(uid: string): Promise<void> {
    if ((await findPasskeys(db, uid)).length >= PASSKEYS_MAX) throw new Refusal('identity.too_many_passkeys')
  }

  const routes: PasskeyRoutes = {
    async startPasskey(from) {
      await ensureMayAdd(await uidOf(from))
      return await auth.send({
        method: 'GET',
        path: '/passkey/generate-register-options',
        cookie: from.cookie ?? null,
        from,
      })
    },
    async addPasskey({ response, name }, from) {
      const uid = await uidOf(from)
      await ensureMayAdd(uid)
      const credentialId = credentialIdOf(response)
      if (await isCredentialKnown(db, credentialId)) throw new Refusal('identity.passkey_refused')
      const answer = await auth.send({
        method: 'POST',
        path: '/passkey/verify-registration',
        body: { response, name: name === undefined ? deviceName(from.userAgent) : readPasskeyName(name) },
        cookie: from.cookie ?? null,
        from,
        isRefusal: (_, outcome) => !outcome.isProved && !isOfDatabase(outcome),
      })
      const row = (await findPasskeys(db, uid)).find((each) => each.credentialId === credentialId)
      if (!answer.ok || !row) throw new Refusal('identity.passkey_refused')
      return withCookiesOf(answer, serialize(row))
    },
    async startPasskeySignIn(from) {
      await limits.countSignInStart(from)
      const answer = await auth.send({
        method: 'GET',
        path: '/passkey/generate-authenticate-options',
        cookie: from.cookie ?? null,
        from,
      })
      const options = (await answer.clone().json()) as object
      // Without a proof of the person no passkey is accepted: the device is asked for it at once.
      return withCookiesOf(answer, { ...options, userVerification: 'required' })
    },
    async signInWithPasskey({ response }, from) {
      const answer = await limits.withGuessLimits(null, from, async () => {
        const credentialId = credentialIdOf(response)
        const verified = await auth.send({
          method: 'POST',
          path: '/passkey/verify-authentication',
          body: { response },
          cookie: from.cookie ?? null,
          from,
          isSecondStepDone: true,
          isRefusal: ({ status }, { isProved }) => status < 500 && !isProved,
        })
        if (!verified.ok) throw new Refusal('identity.passkey_refused')
        await notePasskeyUse(db, credentialId, clock.now())
        return verified
      })
      const { headers } = answer
      const cookie = cookieHeaders(headers.getSetCookie()).get('cookie')
      const restored = await completeSignIn(parts, answer, from)
      const session = await auth.send({ method: 'GET', path: '/get-session', cookie })
      return withCookiesOf(answer, { ...((await session.json()) as object), restored })
    },
    async listPasskeys(from) {
      return Response.json((await findPasskeys(db, await uidOf(from))).map(serialize))
    },
    async changePasskey({ id, name }, from) {
      return Response.json({ passkey: serialize(await rename(await uidOf(from), id, name)) })
    },
    async deletePasskey({ id }, from) {
      await remove(await uidOf(from), id)
      return Response.json({ status: true })
    },
  }

  return {
    passkeyOrigin: passkeySite?.origin ?? null,
    passkeyRoutes: passkeySite && routes,
    async passkeysOf({ uid }) {
      const rows = await findPasskeys(db, uid)
      return rows.map(({ id, name, createdAt, lastUsedAt }) => ({ id, name, createdAt, lastUsedAt }))
    },
    async renamePasskey({ uid }, { id, name }) {
      await rename(uid, id, name)
    },
    removePasskey: ({ uid }, id) => remove(uid, id),
  }
}

/** A passkey as better-auth's clients know it, and when it was last used. */
function serialize(row: PasskeyRow) {
  const { id, name, publicKey, uid: userId, credentialId: credentialID, counter, deviceType, backedUp } = row
  const { transports, aaguid, createdAt, lastUsedAt } = row
  return {
    id,
    name,
    publicKey,
    userId,
    credentialID,
    counter,
    deviceType,
    backedUp,
    transports,
    aaguid,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  }
}

/** The id that the authenticator has chosen, in base64url. @throws Refusal identity.passkey_refused */
function credentialIdOf({ id }: Ceremony): string {
  // An id has at most 1023 bytes.
  if (typeof id !== 'string' || !/^[\w-]{1,1364}$/.test(id)) throw new Refusal('identity.passkey_refused')
  return id
}

/** Whether a call failed because of the database: its errors have codes, unlike those of a passkey that is not accepted. */
function isOfDatabase({ cause }: CallOutcome): boolean {
  for (let error: unknown = cause; error instanceof Error; error = error.cause) if ('code' in error) return true
  return false
}

function withCookiesOf(answer: Response, body: unknown): Response {
  const response = Response.json(body)
  for (const cookie of answer.headers.getSetCookie()) response.headers.append('set-cookie', cookie)
  return response
}
