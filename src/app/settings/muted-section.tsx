import { useNavigation } from 'react-router'
import { Avatar } from '#app/ui/avatar.tsx'
import { formatDate } from '#app/ui/format.ts'
import { Link } from '#app/ui/link.tsx'
import type { MutedAccount } from '#engagement/comments/note.ts'
import { SectionForm, type SectionResult, SettingsSection } from './section.tsx'

/** The accounts whose notes this person does not see, each with the button that shows them again. */
export function MutedSection({ muted, result }: { muted: MutedAccount[]; result: SectionResult }) {
  return (
    <SettingsSection
      id="muted"
      title="Muted accounts"
      lead="You do not see timed notes from these accounts. Hoshi does not tell them."
    >
      {muted.length === 0 && (
        <p className="settings-empty">No muted accounts. To mute someone, open the menu on their timed note.</p>
      )}
      <SectionForm section="muted" result={result}>
        {muted.length > 0 && (
          <ul className="settings-blocked">
            {muted.map((account) => (
              <MutedRow key={account.uid} account={account} />
            ))}
          </ul>
        )}
      </SectionForm>
    </SettingsSection>
  )
}

function MutedRow({ account: { uid, username, avatarUrl, mutedAt } }: { account: MutedAccount }) {
  const isBusy = useNavigation().state !== 'idle'
  const name = username === '' ? 'A viewer' : username
  const textId = `muted-${uid}`
  return (
    <li>
      <Avatar name={name} url={avatarUrl} size="small" />
      <p id={textId}>
        {username === '' ? <b>{name}</b> : <Link to={`/creator/${uid}`}>{name}</Link>}
        <span className="settings-blocked-date">
          since <time dateTime={mutedAt.toISOString()}>{formatDate(mutedAt)}</time>
        </span>
      </p>
      <button
        type="submit"
        name="unmute"
        value={uid}
        className="button button-small"
        aria-describedby={textId}
        disabled={isBusy}
      >
        Unmute
      </button>
    </li>
  )
}
