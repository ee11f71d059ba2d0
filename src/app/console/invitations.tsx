import { Form, useNavigation } from 'react-router'
import { type Invitation, USES_MAX } from '#administration/site/invitation.ts'
import type { Refused } from '#app/http/refused.server.ts'
import { CODE_TOLD_ONCE, invitationLengths, invitationState } from '#app/messages/site.ts'
import { ErrorMessage, Field, SelectField } from '#app/ui/field.tsx'
import { formatDate } from '#app/ui/format.ts'
import { PaperCard } from '#app/ui/paper-card.tsx'

interface InvitationsProps {
  invitations: readonly Invitation[]
  now: Date
  /** The refusal of one of these forms, if there was one. */
  refused: Refused | null
  uses: string
  /** The code that was just made. */
  made: { code: string; url: string } | null
}

/** Invitations: a new one, and those that exist. */
export function Invitations({ invitations, now, refused, uses, made }: InvitationsProps) {
  return (
    <PaperCard className="console-paper">
      <h2>Invitations</h2>
      <p className="console-paper-lead">
        Each code lets a set number of people sign up, even while sign-up is invitation only.
      </p>
      {made && <NewCode {...made} />}
      <InviteForm refused={refused} uses={uses} />
      {invitations.length > 0 && (
        <table className="console-table console-plain-table">
          <thead>
            <tr>
              <th scope="col">Created</th>
              <th scope="col">Status</th>
              <th scope="col">Expires</th>
              <th scope="col">
                <span className="visually-hidden">Revoke</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {invitations.map((invitation) => (
              <InvitationRow key={invitation.id} invitation={invitation} now={now} />
            ))}
          </tbody>
        </table>
      )}
    </PaperCard>
  )
}

function NewCode({ code, url }: { code: string; url: string }) {
  return (
    <div className="console-code stack" role="status">
      <p>
        <b>Your invitation</b>
      </p>
      <p>
        <code>{code}</code>
      </p>
      <p>
        <a className="link" href={url}>
          {url}
        </a>
      </p>
      <p>{CODE_TOLD_ONCE}</p>
    </div>
  )
}

function InviteForm({ refused, uses }: { refused: Refused | null; uses: string }) {
  const isBusy = useNavigation().state !== 'idle'
  const isUses = refused?.field === 'uses'
  return (
    <Form method="post" noValidate>
      <input type="hidden" name="intent" value="invite" />
      {refused && !isUses && <ErrorMessage>{refused.message}</ErrorMessage>}
      <div className="console-pair">
        <Field
          label="People"
          hint={`1 to ${USES_MAX}`}
          name="uses"
          inputMode="numeric"
          autoComplete="off"
          defaultValue={uses || '1'}
          required
          {...(isUses && { error: refused.message })}
        />
        <SelectField label="Expires after" name="days" defaultValue={invitationLengths[1].value}>
          {invitationLengths.map(({ value, name }) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </SelectField>
      </div>
      <div className="console-paper-end cluster gap-3">
        <button type="submit" className="button" aria-disabled={isBusy || undefined}>
          Create Invitation
        </button>
      </div>
    </Form>
  )
}

function InvitationRow({ invitation, now }: { invitation: Invitation; now: Date }) {
  const { id, expiresAt, createdAt } = invitation
  const day = formatDate(createdAt)
  return (
    <tr>
      <th scope="row">
        <time dateTime={createdAt.toISOString()}>{day}</time>
      </th>
      <td data-label="Status">{invitationState(invitation, now)}</td>
      <td data-label="Expires">
        {expiresAt === null ? 'Never' : <time dateTime={expiresAt.toISOString()}>{formatDate(expiresAt)}</time>}
      </td>
      <td className="console-act">
        <Form method="post">
          <input type="hidden" name="intent" value="remove" />
          <input type="hidden" name="id" value={id} />
          <button type="submit" className="button button-small" aria-label={`Revoke the invitation from ${day}`}>
            Revoke
          </button>
        </Form>
      </td>
    </tr>
  )
}
