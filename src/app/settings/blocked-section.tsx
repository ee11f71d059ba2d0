import { useNavigation } from 'react-router'
import { Avatar } from '#app/ui/avatar.tsx'
import { formatDate } from '#app/ui/format.ts'
import { Link } from '#app/ui/link.tsx'
import type { BlockedAccount } from '#engagement/comments/comment.ts'
import { truncateText } from '#platform/text.ts'
import { SectionForm, type SectionResult, SettingsSection } from './section.tsx'

const COMMENT_CHARACTERS = 80

/** The accounts that a creator has blocked, each with the button that lifts the block. */
export function BlockedSection({ blocked, result }: { blocked: BlockedAccount[]; result: SectionResult }) {
  return (
    <SettingsSection
      id="blocked"
      title="Blocked from commenting"
      lead="These accounts cannot comment on your episodes. Their earlier comments stay."
    >
      {blocked.length === 0 && (
        <p className="settings-empty">No blocked accounts. To block someone, open the menu on their comment.</p>
      )}
      <SectionForm section="blocked" result={result}>
        {blocked.length > 0 && (
          <ul className="settings-blocked">
            {blocked.map((account) => (
              <BlockedRow key={account.uid} account={account} />
            ))}
          </ul>
        )}
      </SectionForm>
    </SettingsSection>
  )
}

/** People without a public profile are told apart by their last comment. */
function BlockedRow({ account: { uid, username, avatarUrl, blockedAt, lastComment } }: { account: BlockedAccount }) {
  const isBusy = useNavigation().state !== 'idle'
  const name = username === '' ? 'A viewer' : username
  const textId = `blocked-${uid}`
  return (
    <li>
      <Avatar name={name} url={avatarUrl} size="small" />
      <div className="settings-blocked-text" id={textId}>
        <p>
          {username === '' ? <b>{name}</b> : <Link to={`/creator/${uid}`}>{name}</Link>}
          <span className="settings-blocked-date">
            since <time dateTime={blockedAt.toISOString()}>{formatDate(blockedAt)}</time>
          </span>
        </p>
        {lastComment !== null && (
          <p className="settings-blocked-comment">{truncateText(lastComment, COMMENT_CHARACTERS)}</p>
        )}
      </div>
      <button
        type="submit"
        name="unblock"
        value={uid}
        className="button button-small"
        aria-describedby={textId}
        disabled={isBusy}
      >
        Unblock
      </button>
    </li>
  )
}
