import { type ReactNode, useState } from 'react'
import { Form, useNavigate, useNavigation } from 'react-router'
import { signInAgainPath } from '#app/auth/sign-in-again-path.ts'
import { ApiProblem } from '#app/http/api-client.ts'
import { PASSKEY_NOT_MADE, PASSKEYS_UNSUPPORTED } from '#app/messages/passkeys.ts'
import { hasPasskeys, passkeyProblem } from '#app/passkeys/passkey-problem.ts'
import { formatAge } from '#app/ui/age.ts'
import { ErrorMessage, Field } from '#app/ui/field.tsx'
import { formatDate } from '#app/ui/format.ts'
import { Icon } from '#app/ui/icon.tsx'
import { type OwnPasskey, PASSKEY_NAME_MAX_CHARACTERS } from '#identity/passkey.ts'
import { SectionForm, type SectionResult, SettingsSection } from './section.tsx'
import { savedUrl, sectionUrl } from './settings-pages.ts'

interface PasskeysSectionProps {
  passkeys: OwnPasskey[]
  /** Whether this page can make one. */
  canAdd: boolean
  /** Time of the page: the server and the browser show the same ages. */
  now: Date
  result: SectionResult
}

/** The passkeys of the account, each with its name, and the button that makes one. */
export function PasskeysSection({ passkeys, canAdd, now, result }: PasskeysSectionProps) {
  return (
    <SettingsSection
      id="passkeys"
      title="Passkeys"
      lead="Log in with your fingerprint, face or security key instead of a password."
    >
      {passkeys.length > 0 && (
        <ul className="settings-list">
          {passkeys.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} now={now} />
          ))}
        </ul>
      )}
      <SectionForm section="passkeys" result={result}>
        {canAdd ? (
          <AddPasskey />
        ) : (
          <p className="settings-note">Passkeys can only be added at the public address of this site.</p>
        )}
      </SectionForm>
    </SettingsSection>
  )
}

function PasskeyRow({ passkey: { id, name, createdAt, lastUsedAt }, now }: { passkey: OwnPasskey; now: Date }) {
  const isBusy = useNavigation().state !== 'idle'
  const nameId = `passkey-${id}`
  return (
    <li className="settings-row">
      <span className="settings-list-icon middle">
        <Icon name="key" />
      </span>
      <div>
        <p id={nameId}>
          <b>{name}</b>
        </p>
        <p className="muted small">
          added <time dateTime={createdAt.toISOString()}>{formatDate(createdAt)}</time>
          {lastUsedAt && (
            <>
              {', used '}
              <time dateTime={lastUsedAt.toISOString()}>{formatUse(lastUsedAt, now)}</time>
            </>
          )}
        </p>
        <details className="settings-rename">
          <summary aria-describedby={nameId}>Rename</summary>
          <PasskeyForm id={id}>
            {/* The key shows the stored name again once it has changed. */}
            <Field key={name} label="Name" name="name" defaultValue={name} maxLength={PASSKEY_NAME_MAX_CHARACTERS} />
            <button type="submit" name="do" value="rename" className="button button-small" disabled={isBusy}>
              Save
            </button>
          </PasskeyForm>
        </details>
      </div>
      <PasskeyForm id={id}>
        <button
          type="submit"
          name="do"
          value="remove"
          className="button button-small"
          aria-describedby={nameId}
          disabled={isBusy}
        >
          Remove
        </button>
      </PasskeyForm>
    </li>
  )
}

/** Within a sentence: 'just now', 'yesterday', 'Jul 8, 2026'. */
function formatUse(at: Date, now: Date): string {
  const age = formatAge(at, now)
  return age === formatDate(at) ? age : age.toLowerCase()
}

/** The section shows its result. */
function PasskeyForm({ id, children }: { id: string; children: ReactNode }) {
  return (
    <Form method="post" action={sectionUrl('passkeys')} noValidate preventScrollReset>
      <input type="hidden" name="section" value="passkeys" />
      <input type="hidden" name="id" value={id} />
      {children}
    </Form>
  )
}

function AddPasskey() {
  const navigate = useNavigate()
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)

  async function add(): Promise<void> {
    setProblem(null)
    if (!hasPasskeys()) return setProblem(PASSKEYS_UNSUPPORTED)
    setBusy(true)
    try {
      const { makePasskey } = await import('#app/passkeys/webauthn.ts')
      await makePasskey(new AbortController().signal)
      await navigate(savedUrl('passkey-added'), { preventScrollReset: true })
    } catch (thrown) {
      if (thrown instanceof ApiProblem && thrown.code === 'identity.sign_in_again')
        return await navigate(signInAgainPath(sectionUrl('passkeys')))
      setProblem(passkeyProblem(thrown, PASSKEY_NOT_MADE))
    } finally {
      setBusy(false)
    }
  }

  return (
    <>
      {problem && <ErrorMessage>{problem}</ErrorMessage>}
      <div className="settings-actions cluster gap-3">
        <button type="button" className="button needs-scripts" disabled={isBusy} onClick={() => void add()}>
          <Icon name="plus" />
          Add Passkey
        </button>
        <p className="settings-note needs-no-scripts">Adding a passkey requires JavaScript.</p>
      </div>
    </>
  )
}
