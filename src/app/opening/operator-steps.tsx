import { Form } from 'react-router'
import { Icon } from '#app/ui/icon.tsx'
import { Link } from '#app/ui/link.tsx'
import { PaperCard } from '#app/ui/paper-card.tsx'
import type { OperatorState } from './load-operator-steps.server.ts'
import '../styles/operator-steps.css'

interface Step {
  name: string
  text: string
  isDone: boolean
  /** Where it is done, if that is a page. */
  to?: string
  action?: string
}

function stepsOf({ email, sendsMail, supportEmail, hasCreators }: OperatorState): Step[] {
  return [
    { name: 'First admin', text: email, isDone: true },
    {
      name: 'Mail',
      isDone: sendsMail,
      text: sendsMail ? 'A mail server is set.' : 'No server set, so passwords cannot be reset. Set SMTP_URL.',
    },
    {
      name: 'Contact',
      isDone: supportEmail !== null,
      text: supportEmail ?? 'No address is published. Set SUPPORT_EMAIL.',
    },
    {
      name: 'Creators',
      isDone: hasCreators,
      text: hasCreators ? 'The first ones have signed up.' : 'Invite one, or upload an episode yourself.',
      to: '/admin/settings',
      action: 'Invite',
    },
  ]
}

/** Tells an admin of a site without episodes what is left to do before it opens. */
export function OperatorSteps({ state }: { state: OperatorState }) {
  return (
    <section className="wrap operator-steps" aria-labelledby="operator-steps-title">
      <PaperCard className="operator-sheet">
        <div className="operator-head">
          <div>
            <h2 id="operator-steps-title">This Hoshi is yours. Four things before guests come.</h2>
            <p>Only admins see this sheet.</p>
          </div>
          <Form method="post" action="/?index">
            <button type="submit" className="button" name="intent" value="not-now">
              Not now
            </button>
          </Form>
        </div>
        <ol>
          {stepsOf(state).map((step, index) => (
            <li key={step.name}>
              <span className={step.isDone ? 'operator-sign is-done' : 'operator-sign figures'}>
                {step.isDone ? <Icon name="check" /> : index + 1}
                {step.isDone && <span className="visually-hidden">Done</span>}
              </span>
              <h3>{step.name}</h3>
              <p>{step.text}</p>
              {!step.isDone && step.to && (
                <Link className="link" to={step.to}>
                  {step.action}
                </Link>
              )}
            </li>
          ))}
        </ol>
      </PaperCard>
    </section>
  )
}
