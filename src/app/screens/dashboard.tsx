import { data, Link } from 'react-router'
import { hoshiContext } from '#app/context.ts'
import { type Card, cardOf } from '#app/episodes/card-shape.ts'
import { LoadMore } from '#app/episodes/load-more.tsx'
import { pencilFor } from '#app/episodes/pencil.ts'
import { useMore } from '#app/episodes/use-more.ts'
import { useRevalidateWhile } from '#app/episodes/use-revalidate-while.ts'
import { requireAccount } from '#app/guard.server.ts'
import { head } from '#app/head.ts'
import { refusePage } from '#app/refused.server.ts'
import { NotReady } from '#app/ui/badges.tsx'
import { date, views } from '#app/ui/figures.ts'
import { Pause } from '#app/ui/pause.tsx'
import { EXPLORE_PAGE } from '#catalog/episode.ts'
import type { Route } from './+types/dashboard'

export const meta: Route.MetaFunction = () => head('Creator Dashboard', 'Your own episodes on Hoshi.')

export async function loader({ context, url }: Route.LoaderArgs) {
  const account = requireAccount({ context, url })
  const { catalog, engagement } = context.get(hoshiContext)
  const cursor = url.searchParams.get('cursor') ?? undefined
  const page = await catalog.byCreator(account.uid, account, { cursor, limit: EXPLORE_PAGE }).catch(refusePage)
  const items = (await engagement.withCounts(page.episodes)).map(cardOf)
  return data({ list: { items, nextCursor: page.nextCursor } })
}

export default function Dashboard({ loaderData }: Route.ComponentProps) {
  const { items, nextCursor, isLoading, more } = useMore('/dashboard', loaderData.list)
  useRevalidateWhile(items.some(({ notReady }) => notReady?.state === 'Processing'))
  return (
    <div className="wrap page">
      <h1 className="page-title">Creator Dashboard</h1>
      {items.length === 0 ? (
        <Pause
          pose="sleep"
          title="My Content"
          action={
            <Link className="button button-primary" to="/upload">
              Upload
            </Link>
          }
        >
          <p>No content uploaded yet. Start by uploading your first anime!</p>
        </Pause>
      ) : (
        <>
          <div className="section-head">
            <h2 className="section-title">My Content</h2>
            <Link className="button button-primary" to="/upload">
              Upload
            </Link>
          </div>
          <ul className="own-list">
            {items.map((card) => (
              <OwnEpisode key={card.id} card={card} />
            ))}
          </ul>
        </>
      )}
      <LoadMore path="/dashboard" cursor={nextCursor} isLoading={isLoading} more={more} shape="rows" />
    </div>
  )
}

function OwnEpisode({ card }: { card: Card }) {
  return (
    <li className="own">
      <img src={card.poster ?? pencilFor(card.id)} alt="" width="128" height="72" loading="lazy" />
      <div className="own-words">
        <Link className="own-title" to={`/watch/${card.id}`}>
          {card.title}
        </Link>
        {card.notReady ? <NotReady state={card.notReady.state} /> : <span className="badge badge-ready">Ready</span>}
        {card.notReady?.reason && <p className="own-reason">{card.notReady.reason}</p>}
      </div>
      <p className="own-figures figures">
        <span>{views(card.views)}</span>
        <time dateTime={card.date.toISOString()}>{date(card.date)}</time>
      </p>
    </li>
  )
}
