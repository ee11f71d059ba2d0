import { Form } from 'react-router'
import { AccountRow } from '#app/console/account-row.tsx'
import { AccountSheet } from '#app/console/account-sheet.tsx'
import { accountsPath, accountsUrl } from '#app/console/accounts-url.ts'
import { changeAccount } from '#app/console/change-account.server.ts'
import { ConsolePages } from '#app/console/console-pages.tsx'
import { requireConsole } from '#app/console/guard.server.ts'
import { consoleHead } from '#app/console/head.ts'
import { type AccountsPage, loadAccounts } from '#app/console/load-accounts.server.ts'
import { readForm } from '#app/http/read-form.server.ts'
import { roleNames } from '#app/messages/administration.ts'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { ErrorMessage, SuccessMessage } from '#app/ui/field.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { Link } from '#app/ui/link.tsx'
import { roles } from '#identity/account.ts'
import type { Route } from './+types/admin-accounts'
import '../styles/modal.css'

export const meta: Route.MetaFunction = () => consoleHead('Accounts')

export function loader({ request, context, url }: Route.LoaderArgs) {
  return loadAccounts(context, requireConsole(context), url, request.headers)
}

export async function action({ request, context, url }: Route.ActionArgs) {
  const actor = requireConsole(context)
  return await changeAccount(context, actor, url, { headers: request.headers, form: await readForm(request) })
}

export default function AdminAccounts({ loaderData, actionData }: Route.ComponentProps) {
  const { view, accounts, nextCursor, sheet, done } = loaderData
  const failure = actionData ?? null
  return (
    <>
      <div className="console-head cluster spread">
        <h1>Accounts</h1>
        <AccountFilters view={view} />
      </div>
      {done && !failure && <SuccessMessage>{done}</SuccessMessage>}
      {failure && !sheet && <ErrorMessage>{failure.refused.message}</ErrorMessage>}
      {sheet && <AccountSheet key={`${sheet.name} ${sheet.account.uid}`} {...sheet} view={view} failure={failure} />}
      {accounts.length === 0 ? (
        <EmptyState
          pose="search"
          title="No matches"
          action={
            <Link className="button" to={accountsPath}>
              Clear All Filters
            </Link>
          }
        >
          <p>No account matches this search and these filters.</p>
        </EmptyState>
      ) : (
        <div className="panel console-table-panel">
          <table className="console-table">
            <thead>
              <tr>
                <th scope="col">Account</th>
                <th scope="col">Role</th>
                <th scope="col">Quota</th>
                <th scope="col" className="console-number">
                  Episodes
                </th>
                <th scope="col">Joined</th>
                <th scope="col">Founding Creator</th>
                <th scope="col">
                  <span className="visually-hidden">Suspension</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {accounts.map((account) => (
                <AccountRow key={account.uid} account={account} view={view} />
              ))}
            </tbody>
          </table>
          <ConsolePages
            first={view.cursor === null ? null : accountsUrl({ ...view, cursor: null })}
            next={nextCursor === null ? null : accountsUrl({ ...view, cursor: nextCursor })}
          />
        </div>
      )}
    </>
  )
}

/** Search, role and state; a form, so that it works without scripts. */
function AccountFilters({ view: { search, role, isSuspended } }: Pick<AccountsPage, 'view'>) {
  return (
    <Form
      className="console-filters cluster"
      role="search"
      action={accountsPath}
      key={`${search} ${role} ${isSuspended}`}
    >
      <label className="console-search inline-row">
        <Icon name="search" />
        <input
          type="search"
          name="search"
          defaultValue={search}
          maxLength={200}
          placeholder="Name or email"
          aria-label="Name or email"
        />
      </label>
      <label className="console-slot inline-row">
        <select name="role" defaultValue={role ?? ''} aria-label="Role">
          <option value="">Any role</option>
          {roles.map((each) => (
            <option key={each} value={each}>
              {roleNames[each]}
            </option>
          ))}
        </select>
        <Icon name="down" />
      </label>
      <label className="console-slot inline-row">
        <select name="state" defaultValue={isSuspended ? 'suspended' : ''} aria-label="State">
          <option value="">Any status</option>
          <option value="suspended">Suspended</option>
        </select>
        <Icon name="down" />
      </label>
      <button type="submit" className="button button-small">
        Search
      </button>
    </Form>
  )
}
