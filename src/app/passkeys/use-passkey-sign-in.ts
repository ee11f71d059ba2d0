import { useCallback, useEffect, useRef, useState } from 'react'
import { ApiProblem } from '#app/http/api-client.ts'
import { PASSKEY_NOT_USED, PASSKEYS_UNSUPPORTED } from '#app/messages/passkeys.ts'
import { hasPasskeys, passkeyProblem } from './passkey-problem.ts'

export interface PasskeySignIn {
  /** A message of the last attempt. */
  problem: string | null
  isBusy: boolean
  /** Asks the browser for a passkey. */
  start(): void
  /** Forgets the message, before another attempt of another kind. */
  forget(): void
}

/** The server forgets a challenge after five minutes. */
const RENEWAL_MS = 4 * 60_000

/** The pages that a sign-in leads to. */
interface NextPages {
  next: string
  /** The one that says that the sign-in has restored a deactivated account. */
  restored: string
}

/**
 * Signs in with a passkey, then opens the next page: by `start`, and where the browser fills in fields.
 * @param isOffered false to do neither
 * @param hasFields whether the page has a field with `autocomplete="… webauthn"`
 */
export function usePasskeySignIn({ next, restored }: NextPages, isOffered: boolean, hasFields: boolean): PasskeySignIn {
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  // Browsers refuse a second request while one waits.
  const waiting = useRef<AbortController | null>(null)

  const offerInFields = useCallback(async () => {
    if (!isOffered || !hasFields || !(await isOfferedInFields())) return
    waiting.current?.abort()
    const controller = new AbortController()
    waiting.current = controller
    try {
      const signedIn = await waitInFields(controller.signal)
      if (signedIn) window.location.assign(signedIn.isRestored ? restored : next)
    } catch (thrown) {
      // Any other error came before a passkey was chosen.
      if (thrown instanceof ApiProblem && thrown.status === 401) setProblem(passkeyProblem(thrown, PASSKEY_NOT_USED))
    }
  }, [isOffered, hasFields, next, restored])

  useEffect(() => {
    void offerInFields()
    return () => waiting.current?.abort()
  }, [offerInFields])

  async function signIn(): Promise<void> {
    waiting.current?.abort()
    const controller = new AbortController()
    waiting.current = controller
    setProblem(null)
    setBusy(true)
    try {
      const { signInWithPasskey } = await import('./webauthn.ts')
      const { isRestored } = await signInWithPasskey('optional', controller.signal)
      window.location.assign(isRestored ? restored : next)
    } catch (thrown) {
      setBusy(false)
      setProblem(passkeyProblem(thrown, PASSKEY_NOT_USED))
      void offerInFields()
    }
  }

  return {
    problem,
    isBusy,
    start() {
      if (hasPasskeys()) void signIn()
      else setProblem(PASSKEYS_UNSUPPORTED)
    },
    forget: () => setProblem(null),
  }
}

async function isOfferedInFields(): Promise<boolean> {
  return hasPasskeys() && (await PublicKeyCredential.isConditionalMediationAvailable?.()) === true
}

/**
 * Waits until a passkey was chosen in a field, with a new challenge every few minutes while the page is in sight.
 * @returns the result of `signInWithPasskey`; null when the signal ended it
 */
async function waitInFields(signal: AbortSignal): Promise<{ isRestored: boolean } | null> {
  const { signInWithPasskey } = await import('./webauthn.ts')
  while (!signal.aborted) {
    await untilVisible(signal)
    const renewal = AbortSignal.any([signal, AbortSignal.timeout(RENEWAL_MS)])
    try {
      return await signInWithPasskey('conditional', renewal)
    } catch (thrown) {
      if (!renewal.aborted) throw thrown
    }
  }
  return null
}

function untilVisible(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (document.visibilityState === 'visible' || signal.aborted) return resolve()
    const done = () => {
      document.removeEventListener('visibilitychange', done)
      resolve()
    }
    document.addEventListener('visibilitychange', done)
    signal.addEventListener('abort', done, { once: true })
  })
}
