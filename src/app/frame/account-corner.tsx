import { Form, Link } from 'react-router'
import { useVisitor } from './visitor.ts'

/** The end of every top bar: Login and Sign Up, or the welcome line and Log Out. */
export function AccountCorner() {
  const visitor = useVisitor()
  if (!visitor)
    return (
      <div className="corner">
        <Link className="button button-text button-small" to="/login">
          Login
        </Link>
        <Link className="button button-solid button-small" to="/signup">
          Sign Up
        </Link>
      </div>
    )
  return (
    <div className="corner">
      <Welcome />
      <Link className="button button-text button-small" to="/settings">
        Settings
      </Link>
      <LogOut />
    </div>
  )
}

/** 'Welcome, {email}'; for a creator it leads to the dashboard. */
export function Welcome() {
  const visitor = useVisitor()
  if (!visitor) return null
  const line = `Welcome, ${visitor.email}`
  if (visitor.role !== 'creator') return <span className="welcome">{line}</span>
  return (
    <Link className="welcome" to="/dashboard">
      {line}
    </Link>
  )
}

export function LogOut() {
  return (
    <Form method="post" action="/logout">
      <button type="submit" className="button button-small">
        Log Out
      </button>
    </Form>
  )
}
