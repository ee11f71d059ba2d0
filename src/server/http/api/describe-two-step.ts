import { z } from 'zod'
import { token, user, userExample } from './describe-sign-in.ts'
import { credentialsExample } from './examples/accounts.ts'
import { type ApiRegistry, jsonBody, jsonResponse, recentlySignedIn, signedIn } from './router.ts'

const password = jsonBody(z.strictObject({ password: z.string() }), { password: credentialsExample.password })
const verified = z.object({ token: z.string(), user })
const verifiedExample = { token, user: { ...userExample, twoFactorEnabled: true } }
const codesExample = [
  '7HSA-K2QM',
  'QW3T-88HF',
  '2MVX-P4TA',
  'B8KD-3HQK',
  'RX7Q-YE9S',
  'C6GF-W2NB',
  '4KD2-9QPX',
  'ZN5C-6RJE',
]

/** Describes better-auth's routes for the second step at sign-in, which `identity` handles itself. */
export function describeTwoStep(registry: ApiRegistry): void {
  const tags = ['Sessions']
  registry.registerPath({
    method: 'post',
    path: '/api/auth/two-factor/enable',
    operationId: 'setUpTwoStep',
    tags,
    ...signedIn,
    summary: 'Set up two-step codes',
    description:
      'Returns a secret for a codes app and recovery codes, which cannot be read again. They count once `verify-totp` got a code of the secret; until then another call replaces them. Requires the password.',
    request: password,
    responses: jsonResponse(
      200,
      z.object({ method: z.literal('totp'), totpURI: z.string(), backupCodes: z.array(z.string()) }),
      'The secret and the codes',
      {
        method: 'totp',
        totpURI: 'otpauth://totp/Hoshi:mika%40example.org?secret=JMQK7F2DXW4NB3TH&issuer=Hoshi&digits=6&period=30',
        backupCodes: codesExample,
      },
    ),
  })
  registry.registerPath({
    method: 'post',
    path: '/api/auth/two-factor/verify-totp',
    operationId: 'verifyCode',
    tags,
    summary: 'Enter a code of the app',
    description:
      'Ends a sign-in that waits for its code, or turns two-step codes on within a session, which it replaces. A code counts once. Wrong ones count as wrong passwords do.',
    request: jsonBody(z.strictObject({ code: z.string() }), { code: '407218' }),
    responses: jsonResponse(200, verified, 'The session', verifiedExample),
  })
  registry.registerPath({
    method: 'post',
    path: '/api/auth/two-factor/verify-backup-code',
    operationId: 'verifyRecoveryCode',
    tags,
    summary: 'Enter a recovery code',
    description:
      'Ends a sign-in that waits for its code. Each recovery code counts once; wrong ones count as wrong passwords do.',
    request: jsonBody(z.strictObject({ code: z.string() }), { code: codesExample[0]! }),
    responses: jsonResponse(200, verified, 'The session', verifiedExample),
  })
  registry.registerPath({
    method: 'post',
    path: '/api/auth/two-factor/generate-backup-codes',
    operationId: 'newRecoveryCodes',
    tags,
    ...recentlySignedIn,
    summary: 'Get new recovery codes',
    description: 'The old ones are void. Requires the password and a sign-in of at most 10 minutes ago.',
    request: password,
    responses: jsonResponse(
      200,
      z.object({ status: z.literal(true), backupCodes: z.array(z.string()) }),
      'The codes, which cannot be read again',
      { status: true, backupCodes: codesExample },
    ),
  })
  registry.registerPath({
    method: 'post',
    path: '/api/auth/two-factor/disable',
    operationId: 'turnOffTwoStep',
    tags,
    ...recentlySignedIn,
    summary: 'Turn two-step codes off',
    description: 'Replaces the session. Requires the password and a sign-in of at most 10 minutes ago.',
    request: password,
    responses: jsonResponse(200, z.object({ status: z.literal(true) }), 'Off', { status: true }),
  })
}
