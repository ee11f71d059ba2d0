import { useNavigation } from 'react-router'
import { formatAge } from '#app/ui/age.ts'
import { formatDate } from '#app/ui/format.ts'
import { Icon } from '#app/ui/icon.tsx'
import { isHandheld } from '#identity/device.ts'
import type { OwnSession } from '#identity/own-sessions.server.ts'
import { SectionForm, type SectionResult, SettingsSection } from './section.tsx'

interface SessionsSectionProps {
  sessions: OwnSession[]
  /** Time of the page: the server and the browser show the same ages. */
  now: Date
  result: SectionResult
}

/** Where the account is signed in, each place with the button that ends it. */
export function SessionsSection({ sessions, now, result }: SessionsSectionProps) {
  const isBusy = useNavigation().state !== 'idle'
  return (
    <SettingsSection id="sessions" title="Where you are logged in">
      <SectionForm section="sessions" result={result}>
        <ul className="settings-list">
          {sessions.map((session) => (
            <SessionRow key={session.id} session={session} now={now} isBusy={isBusy} />
          ))}
        </ul>
        {sessions.length > 1 && (
          <div className="settings-actions cluster gap-3 settings-actions-end">
            <button type="submit" name="end" value="others" className="button" disabled={isBusy}>
              Log Out Everywhere Else
            </button>
          </div>
        )}
      </SectionForm>
    </SettingsSection>
  )
}

function SessionRow({ session, now, isBusy }: { session: OwnSession; now: Date; isBusy: boolean }) {
  const { id, current, device, createdAt, lastSeenAt } = session
  const textId = `session-${id}`
  return (
    <li className="settings-row">
      <span className="settings-list-icon middle">
        <Icon name={isHandheld(device) ? 'phone' : 'laptop'} />
      </span>
      <div id={textId}>
        <p>
          <b>{device}</b>
        </p>
        <p className="muted small">
          {current ? 'now' : <Age at={lastSeenAt} now={now} />}
          {' · since '}
          <time dateTime={createdAt.toISOString()}>{formatDate(createdAt)}</time>
        </p>
      </div>
      {current ? (
        <span className="settings-list-mark">This device</span>
      ) : (
        <button
          type="submit"
          name="end"
          value={id}
          className="button button-small"
          aria-describedby={textId}
          disabled={isBusy}
        >
          Log Out
        </button>
      )}
    </li>
  )
}

function Age({ at, now }: { at: Date; now: Date }) {
  return <time dateTime={at.toISOString()}>{formatAge(at, now)}</time>
}
