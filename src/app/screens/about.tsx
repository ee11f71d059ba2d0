import type { ReactNode } from 'react'
import { NO_CONTACT_ADDRESS } from '#app/articles/no-contact-sentences.ts'
import { MailLink } from '#app/articles/sentences.tsx'
import { hoshiContext } from '#app/http/context.ts'
import { sharedHead } from '#app/http/head.ts'
import { PageLayout } from '#app/layout/page-layout.tsx'
import { Link } from '#app/ui/link.tsx'
import { PaperCard } from '#app/ui/paper-card.tsx'
import mascot from '../art/mascot.svg?no-inline'
import pencil from '../art/pencil-2.svg?no-inline'
import rooftop from '../art/rooftop.svg?no-inline'
import sea from '../art/sea.svg?no-inline'
import type { Route } from './+types/about'
import '../styles/site-pages.css'

export const meta: Route.MetaFunction = ({ matches }) =>
  sharedHead(matches, {
    title: 'About',
    description:
      'Hoshi is a home for short anime by independent creators. Anyone can watch, and Hoshi takes no commission.',
    path: '/about',
  })

export function loader({ context }: Route.LoaderArgs) {
  return { supportEmail: context.get(hoshiContext).supportEmail }
}

export default function About({ loaderData }: Route.ComponentProps) {
  return (
    <PageLayout withStars>
      <div className="wrap page about">
        <header className="about-head">
          <div>
            <p className="hero-eyebrow row gap-3">
              <span className="peg-bar" aria-hidden="true" />
              Supporting indie anime creators
            </p>
            <h1>About</h1>
            <p className="about-lead">
              Hoshi (<span lang="ja">星</span>, star) is a home for short-form anime from independent creators. Anime
              starts as drawings on punched paper and ends as light on a screen. Here, it comes straight from the people
              who drew it.
            </p>
          </div>
          <img src={mascot} alt="Konpei, the Hoshi mascot, raising a blue pencil" width="266" height="312" />
        </header>

        <Feature image={sea} title="Short enough for tonight">
          <p>
            Every episode is 10 minutes or shorter. The ruler under each thumbnail is ten minutes long, so you can tell
            at a glance whether you have time for an episode. Anyone can browse and watch, without an account.
          </p>
          <Link className="button" to="/explore">
            Explore
          </Link>
        </Feature>
        <Feature image={pencil} title="Made by one person, or a small team">
          <p>
            Creators upload a file, and it is public as soon as it can play. They choose the title, genre and
            description, their name appears beside every episode, and what they upload stays theirs.
          </p>
          <Link className="button" to="/upload">
            Upload
          </Link>
        </Feature>
        <Feature image={rooftop} title="Supported by viewers">
          <p>
            A support link takes you from a profile to the creator&#8217;s own page. Hoshi takes no commission, and your
            payment does not pass through us. There are no ads and no trackers, and our pages load nothing from third
            parties.
          </p>
          <Link className="button" to="/privacy">
            Privacy Policy
          </Link>
        </Feature>

        <PaperCard className="about-contact">
          {loaderData.supportEmail === null ? (
            <>
              <h2>Contact</h2>
              <p>{NO_CONTACT_ADDRESS}</p>
            </>
          ) : (
            <>
              <h2>Write to us</h2>
              <p>
                <MailLink email={loaderData.supportEmail} />
              </p>
            </>
          )}
          <p className="muted">
            {loaderData.supportEmail === null
              ? 'You can report an episode, a comment or a profile on its own page.'
              : 'We answer within 24-48 hours.'}{' '}
            Many questions are already answered in the{' '}
            <Link className="link" to="/faq">
              FAQ
            </Link>
            .
          </p>
        </PaperCard>
      </div>
    </PageLayout>
  )
}

/** A heading and its text beside an image of a scene. */
function Feature({ image, title, children }: { image: string; title: string; children: ReactNode }) {
  return (
    <section className="about-cut">
      <img src={image} alt="" width="640" height="360" />
      <div>
        <h2>{title}</h2>
        {children}
      </div>
    </section>
  )
}
