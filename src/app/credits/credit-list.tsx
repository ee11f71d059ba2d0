import { Form } from 'react-router'
import { placeholderPoster } from '#app/episodes/placeholder-poster.ts'
import { formatDate } from '#app/ui/format.ts'
import { Icon } from '#app/ui/icon.tsx'
import { Link } from '#app/ui/link.tsx'
import type { NamingCredit } from '#catalog/credits/credit.ts'
import { displayName } from '#creators/creator.ts'

/** Credits that name the person who looks at them, each with the ways to answer it. */
export function CreditList({ credits }: { credits: readonly NamingCredit[] }) {
  return (
    <ul className="naming-credits">
      {credits.map((credit) => (
        <li key={credit.id}>
          <CreditItem credit={credit} />
        </li>
      ))}
    </ul>
  )
}

function CreditItem({ credit }: { credit: NamingCredit }) {
  const { id, name, role, state, askedAt, episode, creator } = credit
  const titleId = `credit-${id}`
  return (
    <article className="naming-credit" aria-labelledby={titleId}>
      <img src={episode.poster ?? placeholderPoster(episode.id)} alt="" width="640" height="360" loading="lazy" />
      <div>
        <h2 id={titleId}>
          <Link to={`/watch/${episode.id}`}>{episode.title}</Link>
        </h2>
        <p>
          <b>{role}</b>: {name}
        </p>
        <p className="muted">
          <Link to={`/creator/${creator.uid}`}>{displayName(creator)}</Link>
          {state === 'accepted'
            ? ' credited you, and the name links to your profile · '
            : ' wants to link this name to your profile · '}
          <time dateTime={askedAt.toISOString()}>{formatDate(askedAt)}</time>
        </p>
      </div>
      <Form method="post" className="naming-answers">
        <input type="hidden" name="id" value={id} />
        {state === 'asked' && (
          <button
            type="submit"
            name="answer"
            value="accept"
            className="button button-primary button-small"
            aria-describedby={titleId}
          >
            <Icon name="check" />
            Accept
          </button>
        )}
        <button type="submit" name="answer" value="decline" className="button button-small" aria-describedby={titleId}>
          {state === 'asked' ? 'Decline' : 'Remove Link'}
        </button>
      </Form>
    </article>
  )
}
