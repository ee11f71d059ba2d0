import { passkey } from '@better-auth/passkey'
import { APIError } from 'better-auth/api'
import type { PasskeySite } from './passkey.ts'

/** Key of the cookie that holds a challenge while the browser asks for a passkey. */
export const PASSKEY_CHALLENGE = 'passkey'

/**
 * better-auth's passkeys, with our table. A passkey counts as both factors, so its device must have made sure of the person
 * too: by a finger, a face or a PIN. The plugin itself asks for no more than a touch.
 *
 * @param noteProof called once the running call has proved a passkey: a failure after that is our fault
 */
export function createPasskeyPlugin({ rpId, origin }: PasskeySite, noteProof: () => void) {
  const requireVerifiedPerson = (isPersonVerified: boolean | undefined) => {
    if (!isPersonVerified) throw new APIError('UNAUTHORIZED')
    noteProof()
  }
  return passkey({
    rpID: rpId,
    rpName: 'Hoshi',
    origin,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    advanced: { webAuthnChallengeCookie: PASSKEY_CHALLENGE },
    registration: {
      afterVerification: async ({ verification }) => requireVerifiedPerson(verification.registrationInfo?.userVerified),
    },
    authentication: {
      afterVerification: async ({ verification }) =>
        requireVerifiedPerson(verification.authenticationInfo.userVerified),
    },
    schema: {
      passkey: {
        modelName: 'passkeys',
        fields: {
          publicKey: 'public_key',
          userId: 'user_id',
          credentialID: 'credential_id',
          deviceType: 'device_type',
          backedUp: 'backed_up',
          createdAt: 'created_at',
        },
      },
    },
  })
}
