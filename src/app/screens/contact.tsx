import { Link } from 'react-router'
import { hoshiContext } from '#app/context.ts'
import { PageFrame } from '#app/frame/page-frame.tsx'
import { sharedHead } from '#app/head.ts'
import { MailLink } from '#app/reading/sentences.tsx'
import { Sheet } from '#app/ui/sheet.tsx'
import mascot from '../art/mascot.svg?no-inline'
import type { Route } from './+types/contact'

export const meta: Route.MetaFunction = ({ matches }) =>
  sharedHead(matches, {
    title: 'Contact',
    description: 'Write to the people who run Hoshi. We answer within 24-48 hours.',
    path: '/contact',
  })

export function loader({ context }: Route.LoaderArgs) {
  return { supportEmail: context.get(hoshiContext).supportEmail }
}

export default function Contact({ loaderData }: Route.ComponentProps) {
  return (
    <PageFrame withStars>
      <div className="wrap page contact">
        <Sheet className="contact-sheet">
          <h1>Contact</h1>
          <p className="contact-lead">Questions, trouble, something that should not be here: write to us.</p>
          <p className="contact-mail">
            <MailLink address={loaderData.supportEmail} />
          </p>
          <p className="contact-promise">
            <b>We answer within 24-48 hours.</b>
          </p>
          <dl className="contact-hints">
            <div>
              <dt>About your account</dt>
              <dd>Write from its email address, so that we know that it is you.</dd>
            </div>
            <div>
              <dt>About an episode</dt>
              <dd>Send the address of its page, and say what is wrong with it.</dd>
            </div>
            <div>
              <dt>When something broke</dt>
              <dd>If the page named a request, that number leads us to the cause.</dd>
            </div>
          </dl>
          <p className="contact-faq">
            Perhaps it is answered already:{' '}
            <Link className="link" to="/faq">
              FAQ
            </Link>
          </p>
        </Sheet>
        <img
          className="contact-mascot"
          src={mascot}
          alt="Konpei, the Hoshi mascot, raising a blue pencil"
          width="266"
          height="312"
        />
      </div>
    </PageFrame>
  )
}
