import { Form, useNavigation } from 'react-router'
import { Icon } from '#app/ui/icon.tsx'

/** Tells of the mailed link that has yet to be opened. Settings shows the result of sending another one. */
export function VerifyNotice({ email }: { email: string | null }) {
  const isBusy = useNavigation().state !== 'idle'
  if (email === null) return null
  return (
    <Form method="post" action="/settings/security#verify" className="panel dashboard-notice row cluster gap-3">
      <Icon name="info" />
      <span>
        Confirm your email address to upload and edit. We sent a link to <b>{email}</b>.
      </span>
      <input type="hidden" name="section" value="verify" />
      <button type="submit" className="button button-small" disabled={isBusy}>
        Resend Link
      </button>
    </Form>
  )
}
