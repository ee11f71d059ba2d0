import { requestJson } from '#app/http/api-client.ts'

// The browser's own passkeys, between the JSON of the server and bytes. Loaded by the first use.

interface DescriptorJson extends Omit<PublicKeyCredentialDescriptor, 'id'> {
  id: string
}

interface CreationJson extends Omit<PublicKeyCredentialCreationOptions, 'challenge' | 'user' | 'excludeCredentials'> {
  challenge: string
  user: { id: string; name: string; displayName: string }
  excludeCredentials?: DescriptorJson[]
}

interface RequestJson extends Omit<PublicKeyCredentialRequestOptions, 'challenge' | 'allowCredentials'> {
  challenge: string
  allowCredentials?: DescriptorJson[]
}

/**
 * Has the browser make a passkey, and stores it for the account that is signed in.
 * @throws ApiProblem, and the browser's DOMException: `InvalidStateError` on a device that has one already
 */
export async function makePasskey(signal: AbortSignal): Promise<void> {
  const options = await requestJson<CreationJson>('GET', '/api/auth/passkey/generate-register-options', { signal })
  const made = (await navigator.credentials.create({
    signal,
    publicKey: {
      ...options,
      challenge: bytesOf(options.challenge),
      user: { ...options.user, id: bytesOf(options.user.id) },
      excludeCredentials: (options.excludeCredentials ?? []).map(toDescriptor),
    },
  })) as PublicKeyCredential
  const attestation = made.response as AuthenticatorAttestationResponse
  const response = {
    ...serialize(made),
    response: {
      attestationObject: textOf(attestation.attestationObject),
      clientDataJSON: textOf(attestation.clientDataJSON),
      // Older browsers do not say how a device is reached.
      transports: 'getTransports' in attestation ? attestation.getTransports() : [],
    },
  }
  await requestJson('POST', '/api/auth/passkey/verify-registration', { body: { response }, signal })
}

/**
 * Signs in with a passkey: the response sets the cookie of the session.
 * @param mediation `conditional`: the browser offers passkeys where it fills in fields, and waits until one is chosen
 * @returns whether this has restored a deactivated account
 * @throws ApiProblem, and the browser's DOMException
 */
export async function signInWithPasskey(
  mediation: 'optional' | 'conditional',
  signal: AbortSignal,
): Promise<{ isRestored: boolean }> {
  const path = '/api/auth/passkey/generate-authenticate-options'
  const options = await requestJson<RequestJson>('GET', path, { signal })
  const found = (await navigator.credentials.get({
    mediation,
    signal,
    publicKey: {
      ...options,
      challenge: bytesOf(options.challenge),
      allowCredentials: (options.allowCredentials ?? []).map(toDescriptor),
    },
  })) as PublicKeyCredential
  const assertion = found.response as AuthenticatorAssertionResponse
  const response = {
    ...serialize(found),
    response: {
      authenticatorData: textOf(assertion.authenticatorData),
      clientDataJSON: textOf(assertion.clientDataJSON),
      signature: textOf(assertion.signature),
      ...(assertion.userHandle ? { userHandle: textOf(assertion.userHandle) } : {}),
    },
  }
  const checkPath = '/api/auth/passkey/verify-authentication'
  const { restored } = await requestJson<{ restored: boolean }>('POST', checkPath, { body: { response }, signal })
  return { isRestored: restored }
}

function serialize(credential: PublicKeyCredential) {
  const { id, type, authenticatorAttachment } = credential
  return {
    id,
    rawId: textOf(credential.rawId),
    type,
    authenticatorAttachment: authenticatorAttachment ?? undefined,
    clientExtensionResults: credential.getClientExtensionResults(),
  }
}

function toDescriptor({ id, ...descriptor }: DescriptorJson): PublicKeyCredentialDescriptor {
  return { ...descriptor, id: bytesOf(id) }
}

/** Bytes of base64url. */
function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(binary, (character) => character.charCodeAt(0))
}

/** Base64url of bytes, without padding. */
function textOf(buffer: ArrayBuffer): string {
  const binary = Array.from(new Uint8Array(buffer), (byte) => String.fromCharCode(byte)).join('')
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}
