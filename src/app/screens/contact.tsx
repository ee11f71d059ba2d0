import { NO_CONTACT_ADDRESS } from '#app/articles/no-contact-sentences.ts'
import { MailLink } from '#app/articles/sentences.tsx'
import { hoshiContext } from '#app/http/context.ts'
import { sharedHead } from '#app/http/head.ts'
import { PageLayout } from '#app/layout/page-layout.tsx'
import { Link } from '#app/ui/link.tsx'
import { PaperCard } from '#app/ui/paper-card.tsx'
import mascot from '../art/mascot.svg?no-inline'
import type { Route } from './+types/contact'
import '../styles/site-pages.css'

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  sharedHead(matches, {
    title: 'Contact',
    description: loaderData?.supportEmail
      ? 'Write to the people who run Hoshi. We answer within 24-48 hours.'
      : 'How to report something on Hoshi, and where to find help with your account.',
    path: '/contact',
  })

export function loader({ context }: Route.LoaderArgs) {
  return { supportEmail: context.get(hoshiContext).supportEmail }
}

export default function Contact({ loaderData }: Route.ComponentProps) {
  return (
    <PageLayout withStars>
      <div className="wrap page contact">
        <PaperCard className="contact-card">
          <h1>Contact</h1>
          {loaderData.supportEmail === null ? <WithoutAddress /> : <ByMail email={loaderData.supportEmail} />}
          <p className="contact-faq">
            Your question may already be answered here:{' '}
            <Link className="link" to="/faq">
              FAQ
            </Link>
          </p>
        </PaperCard>
        <img
          className="contact-mascot"
          src={mascot}
          alt="Konpei, the Hoshi mascot, raising a blue pencil"
          width="266"
          height="312"
        />
      </div>
    </PageLayout>
  )
}

function ByMail({ email }: { email: string }) {
  return (
    <>
      <p className="contact-lead">Questions, problems, or something that should not be here? Write to us.</p>
      <p className="contact-mail">
        <MailLink email={email} />
      </p>
      <p className="contact-promise">
        <b>We answer within 24-48 hours.</b>
      </p>
      <dl className="contact-hints">
        <div>
          <dt>About your account</dt>
          <dd>Write from the email address of your account, so that we know it is you.</dd>
        </div>
        <div>
          <dt>About an episode</dt>
          <dd>Send us the link to its page, and tell us what is wrong.</dd>
        </div>
        <div>
          <dt>Something not working</dt>
          <dd>If the page shows a request number, include it. It helps us find the cause.</dd>
        </div>
      </dl>
    </>
  )
}

/** What a person can do on a site that has no contact address. */
function WithoutAddress() {
  return (
    <>
      <p className="contact-lead">{NO_CONTACT_ADDRESS}</p>
      <dl className="contact-hints">
        <div>
          <dt>About an episode, a comment or a profile</dt>
          <dd>Choose Report on its page. You do not need an account, and a moderator reads every report.</dd>
        </div>
        <div>
          <dt>About your account</dt>
          <dd>
            You can change, export and delete it in{' '}
            <Link className="link" to="/settings">
              Settings
            </Link>
            . If you cannot log in,{' '}
            <Link className="link" to="/forgot-password">
              reset your password
            </Link>
            .
          </dd>
        </div>
        <div>
          <dt>Something not working</dt>
          <dd>Reload the page. If that does not help, please try again later.</dd>
        </div>
      </dl>
    </>
  )
}
