import { Icon } from '#app/ui/icon.tsx'
import { Link } from '#app/ui/link.tsx'
import type { EditedCredit } from './load-edited.server.ts'

/** The people who worked on an episode, and the way to the page that changes them. */
export function CreditsTab({ id, credits }: { id: string; credits: readonly EditedCredit[] }) {
  return (
    <>
      <div className="row cluster gap-3 spread">
        <h2>{credits.length === 1 ? '1 credit' : `${credits.length} credits`}</h2>
        <Link className="button button-small" to={`/dashboard/credits/${id}`}>
          <Icon name="edit" />
          Edit Credits
        </Link>
      </div>
      {credits.length === 0 && <p className="edit-none">No credits yet. Add the people who worked on this episode.</p>}
      <ul className="edit-rows">
        {credits.map(({ name, role, link }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a person may have the same role twice, and the order is the identity.
          <li key={at}>
            <b>{name}</b>
            <span>{role}</span>
            <span>{linkText(link)}</span>
          </li>
        ))}
      </ul>
    </>
  )
}

function linkText(link: EditedCredit['link']): string {
  if (link === null) return 'Shown as text'
  return link === 'accepted' ? 'Linked' : 'Awaiting answer'
}
