import { z } from 'zod'
import { dateTime } from '#platform/schemas.server.ts'
import { session, sessionExample, user, userExample } from './describe-sign-in.ts'
import { challengeExample, passkeyExample, signedExample } from './examples/passkeys.ts'
import { type ApiRegistry, jsonBody, jsonResponse, maybeSignedIn, recentlySignedIn, signedIn } from './router.ts'

const passkey = z
  .object({
    id: z.string(),
    name: z.string().describe('At first the browser that made it, in words'),
    userId: z.string().describe('The `uid` of the account'),
    credentialID: z.string().describe('In base64url, as the authenticator chose it'),
    publicKey: z.string(),
    counter: z.number().int(),
    deviceType: z.string(),
    backedUp: z.boolean(),
    transports: z.string().nullable(),
    aaguid: z.string().nullable().describe('The model of the authenticator, where it says so'),
    createdAt: dateTime,
    lastUsedAt: dateTime.nullable().describe('Null before the first sign-in with it'),
  })
  .meta({ id: 'Passkey' })

/** WebAuthn's own JSON, which browsers and libraries read and write. */
const webAuthn = z.record(z.string(), z.unknown())
const ceremony = webAuthn.describe('The credential, as JSON: `PublicKeyCredential.toJSON()`')

const signInResult = z.object({
  session,
  user,
  restored: z.boolean().describe('Whether the account was going to be erased, which this sign-in has undone'),
})

/** Describes better-auth's routes for passkeys, which `identity` handles itself. */
export function describePasskeys(registry: ApiRegistry): void {
  const tags = ['Sessions']
  const path = '/api/auth/passkey'
  registry.registerPath({
    method: 'get',
    path: `${path}/generate-register-options`,
    operationId: 'startPasskey',
    tags,
    ...recentlySignedIn,
    summary: 'Start making a passkey',
    description:
      'Returns what `navigator.credentials.create` takes, and sets a cookie that lasts five minutes. Requires a sign-in of at most 10 minutes ago. Passkeys exist at https and at `localhost`, and not at IP addresses: elsewhere these routes are 404.',
    responses: jsonResponse(200, webAuthn, 'The options', challengeExample),
  })
  registry.registerPath({
    method: 'post',
    path: `${path}/verify-registration`,
    operationId: 'addPasskey',
    tags,
    ...recentlySignedIn,
    summary: 'Store a passkey',
    description:
      'The device must have verified the person. Without a `name` the passkey is named after the browser that sends it. An account has up to 20.',
    request: jsonBody(z.strictObject({ response: ceremony, name: z.string().optional() }), { response: signedExample }),
    responses: jsonResponse(200, passkey, 'The passkey', passkeyExample),
  })
  registry.registerPath({
    method: 'get',
    path: `${path}/generate-authenticate-options`,
    operationId: 'startPasskeySignIn',
    tags,
    ...maybeSignedIn,
    summary: 'Start signing in with a passkey',
    description: 'Returns what `navigator.credentials.get` takes, and sets a cookie that lasts five minutes.',
    responses: jsonResponse(200, webAuthn, 'The options', challengeExample),
  })
  registry.registerPath({
    method: 'post',
    path: `${path}/verify-authentication`,
    operationId: 'signInWithPasskey',
    tags,
    ...maybeSignedIn,
    summary: 'Sign in with a passkey',
    description:
      'The response sets a session cookie for 30 days. A passkey is both factors: no two-step code is asked for. A deactivated account is restored. One that is not accepted counts as a failed sign-in of the network.',
    request: jsonBody(z.strictObject({ response: ceremony }), { response: signedExample }),
    responses: jsonResponse(200, signInResult, 'Signed in', {
      session: sessionExample,
      user: userExample,
      restored: false,
    }),
  })
  registry.registerPath({
    method: 'get',
    path: `${path}/list-user-passkeys`,
    operationId: 'listPasskeys',
    tags,
    ...signedIn,
    summary: 'Your passkeys',
    description: 'In the order in which they were made.',
    responses: jsonResponse(200, z.array(passkey), 'The passkeys', [passkeyExample]),
  })
  registry.registerPath({
    method: 'post',
    path: `${path}/update-passkey`,
    operationId: 'renamePasskey',
    tags,
    ...signedIn,
    summary: 'Rename a passkey',
    description: 'The name has 1 to 60 characters.',
    request: jsonBody(z.strictObject({ id: z.string(), name: z.string() }), {
      id: passkeyExample.id,
      name: passkeyExample.name,
    }),
    responses: jsonResponse(200, z.object({ passkey }), 'The passkey', { passkey: passkeyExample }),
  })
  registry.registerPath({
    method: 'post',
    path: `${path}/delete-passkey`,
    operationId: 'removePasskey',
    tags,
    ...recentlySignedIn,
    summary: 'Remove a passkey',
    description:
      'Requires a sign-in of at most 10 minutes ago. Refused with 409 when it is the only way to sign in. Sessions that it started go on.',
    request: jsonBody(z.strictObject({ id: z.string() }), { id: passkeyExample.id }),
    responses: jsonResponse(200, z.object({ status: z.literal(true) }), 'Removed', { status: true }),
  })
}
