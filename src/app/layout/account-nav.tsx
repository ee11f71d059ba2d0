import { Form } from 'react-router'
import { useCurrentUser } from '#app/http/current-user.ts'
import { Link } from '#app/ui/link.tsx'
import { AccountMenu } from './account-menu.tsx'

/** The end of every top bar: Login and Sign Up, or the greeting, the account's menu and Log Out. */
export function AccountNav() {
  const user = useCurrentUser()
  if (!user)
    return (
      <div className="corner row gap-3">
        <Link className="button button-text button-small" to="/login">
          Login
        </Link>
        <Link className="button button-solid button-small" to="/signup">
          Sign Up
        </Link>
      </div>
    )
  return (
    <div className="corner row gap-3">
      <WelcomeLink />
      <AccountMenu />
      <LogOutButton />
    </div>
  )
}

/** 'Welcome, {email}'; for a creator a link to the dashboard. */
export function WelcomeLink() {
  const user = useCurrentUser()
  if (!user) return null
  const greeting = `Welcome, ${user.email}`
  if (!user.isCreator) return <span className="welcome">{greeting}</span>
  return (
    <Link className="welcome" to="/dashboard">
      {greeting}
    </Link>
  )
}

export function LogOutButton() {
  return (
    <Form method="post" action="/logout">
      <button type="submit" className="button button-small">
        Log Out
      </button>
    </Form>
  )
}
