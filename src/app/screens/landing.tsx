import { feedAlternates } from '#app/feeds/feed-url.ts'
import { hoshiContext, pageRequestContext } from '#app/http/context.ts'
import { useCurrentUser } from '#app/http/current-user.ts'
import { posterOf, SITE_DESCRIPTION, sharedHead } from '#app/http/head.ts'
import { readForm, refusePartialForm } from '#app/http/read-form.server.ts'
import { redirectTo } from '#app/http/redirect-to.ts'
import type { RouteHandle } from '#app/layout/route-handle.ts'
import { loadOperatorSteps, notNowCookie } from '#app/opening/load-operator-steps.server.ts'
import { OperatorSteps } from '#app/opening/operator-steps.tsx'
import { formatDuration } from '#app/ui/format.ts'
import { Link } from '#app/ui/link.tsx'
import { NightScene } from '#app/ui/night-scene.tsx'
import { Ruler } from '#app/ui/ruler.tsx'
import { sharpPicture } from '#app/ui/sharp-picture.ts'
import { displayName } from '#creators/creator.ts'
import mascot from '../art/mascot.svg?no-inline'
import pencil from '../art/pencil-1.svg?no-inline'
import rooftop from '../art/rooftop.svg?no-inline'
import type { Route } from './+types/landing'
import '../styles/landing.css'
import '../styles/mosaic.css'

export const handle: RouteHandle = { backdrop: 'night' }

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  sharedHead(matches, {
    title: 'Short-form anime from independent creators',
    description: SITE_DESCRIPTION,
    path: '/',
    poster: posterOf(loaderData?.newest),
    alternates: loaderData?.feeds,
  })

/** Width of its first picture on a wide page, in CSS pixels. */
const FIRST_WIDTH_PIXELS = 560

/** Number of newest episodes in the mosaic. */
const MOSAIC_SIZE = 5

export async function loader({ request, context }: Route.LoaderArgs) {
  const rooms = context.get(hoshiContext)
  const { catalog, library } = rooms
  const { account } = context.get(pageRequestContext)
  const { episodes } = await catalog.explore({ limit: MOSAIC_SIZE })
  const [known, steps] = await Promise.all([
    library.withPositions(account, episodes),
    episodes.length === 0 ? loadOperatorSteps(rooms, account, request.headers.get('cookie')) : null,
  ])
  return {
    steps,
    feeds: feedAlternates({ kind: 'new' }),
    newest: known.map(({ id, title, poster, largePoster, durationSeconds, creator, positionSeconds }, index) => ({
      id,
      title,
      poster,
      largePoster: index === 0 ? largePoster : null,
      durationSeconds,
      creatorName: displayName(creator),
      positionSeconds,
    })),
  }
}

/** Puts the steps for an admin aside in this browser. Anybody may send it, because it only sets a cookie. */
export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request)
  if (form.get('intent') !== 'not-now') refusePartialForm()
  const isSecure = context.get(hoshiContext).publicUrl.startsWith('https:')
  return redirectTo('/', { headers: { 'Set-Cookie': notNowCookie(isSecure) } })
}

export default function Landing({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <Hero />
      {loaderData.steps && <OperatorSteps state={loaderData.steps} />}
      {loaderData.newest.length > 0 ? <Newest episodes={loaderData.newest} /> : <OpeningNight />}
      <NoCommission />
    </>
  )
}

function Hero() {
  return (
    <section className="hero" data-theme="dark">
      <NightScene />
      <span className="hero-corners" aria-hidden="true" />
      <div className="wrap hero-text">
        <p className="hero-eyebrow row gap-3">
          <span className="peg-bar" aria-hidden="true" />
          Supporting indie anime creators
        </p>
        <h1>
          Watch <span className="no-break">short-form</span> anime from independent creators
        </h1>
        <p className="hero-lead">Every episode is 10 minutes or shorter.</p>
        <div className="hero-ruler" aria-hidden="true" />
        <Link className="button button-primary button-large" to="/explore">
          Browse Episodes
        </Link>
      </div>
      <p className="hero-note pencil">
        The Tanabata sky over Tokyo, 7 July:
        <br />
        the 80 brightest stars in view
      </p>
      <img
        className="hero-mascot"
        src={mascot}
        alt="Konpei, the Hoshi mascot, raising a blue pencil to the sky"
        width="266"
        height="312"
      />
    </section>
  )
}

type Newest = Awaited<ReturnType<typeof loader>>['newest']

function Newest({ episodes }: { episodes: Newest }) {
  return (
    <section className="wrap section">
      <div className="section-head">
        <h2>New Episodes</h2>
        <Link className="link" to="/explore">
          Explore
        </Link>
      </div>
      <ul className={`mosaic mosaic-${episodes.length}`}>
        {episodes.map((episode, index) => (
          <li key={episode.id}>
            <Link className="mosaic-cell" to={`/watch/${episode.id}`}>
              <img
                src={episode.poster ?? pencil}
                {...sharpPicture(episode.poster, episode.largePoster, FIRST_WIDTH_PIXELS)}
                alt=""
                width="640"
                height="360"
                loading={index < 2 ? 'eager' : 'lazy'}
                fetchPriority={index === 0 ? 'high' : undefined}
              />
              <div className="mosaic-text column" data-theme="dark">
                <b>{episode.title}</b>
                <span>{episode.creatorName}</span>
                {episode.positionSeconds ? (
                  <Ruler seconds={episode.durationSeconds} watchedSeconds={episode.positionSeconds} />
                ) : null}
              </div>
              {episode.durationSeconds !== null && (
                <span className="mosaic-length figures">{formatDuration(episode.durationSeconds)}</span>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** In place of the newest episodes on a site that has none. */
function OpeningNight() {
  const user = useCurrentUser()
  return (
    <section className="wrap section opening-night">
      <div>
        <h2>Opening night</h2>
        <p className="muted">
          This Hoshi is new. There is no episode yet, so everyone who visits will see the first one.
        </p>
        <p className="opening-actions cluster gap-3">
          {user?.isCreator ? (
            <Link className="button button-primary" to="/upload">
              Upload
            </Link>
          ) : (
            !user && (
              <Link className="button button-primary" to="/signup?next=%2Fupload">
                Sign Up as a Creator
              </Link>
            )
          )}
          <Link className="button" to="/faq">
            How It Works
          </Link>
        </p>
      </div>
      <img src={pencil} alt="" width="640" height="360" loading="lazy" />
    </section>
  )
}

function NoCommission() {
  return (
    <section className="wrap backing">
      <div className="backing-cut" aria-hidden="true">
        <img className="backing-pencil" src={pencil} alt="" width="640" height="360" loading="lazy" />
        <img className="backing-colour" src={rooftop} alt="" width="640" height="360" loading="lazy" />
        <span className="backing-slash" />
        <span className="backing-mark pencil">C-014 · A key 3</span>
        <span className="backing-mark backing-hold pencil">hold 12 frames</span>
      </div>
      <div>
        <h2>
          Made by you.
          <br />
          Backed by them.
        </h2>
        <p className="muted">
          Add a support link to your profile, and viewers pay you directly. Hoshi takes no commission.
        </p>
        <p className="backing-zero">
          <b className="backing-figure">0%</b>
          <span>
            commission on
            <br />
            support links
          </span>
        </p>
        <Link className="button" to="/signup">
          Sign Up
        </Link>
      </div>
    </section>
  )
}
