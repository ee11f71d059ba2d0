import { Icon } from '#app/ui/icon.tsx'
import type { PasskeySignIn } from './use-passkey-sign-in.ts'

/** The button below a login form that asks the browser for a passkey; without scripts it is not there. */
export function PasskeyButton({ signIn: { isBusy, start } }: { signIn: PasskeySignIn }) {
  return (
    <button type="button" className="button button-large button-wide needs-scripts" disabled={isBusy} onClick={start}>
      <Icon name="key" />
      Log In with a Passkey
    </button>
  )
}
