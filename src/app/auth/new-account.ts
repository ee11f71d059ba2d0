/** What was typed at a sign-up, for the login that follows it. */
interface Credentials {
  email: string
  password: string
}

// Only in the memory of this page, and only until the login shows it: nothing is stored.
let justTyped: Credentials | null = null

export function rememberNewAccount(form: FormData): void {
  justTyped = { email: String(form.get('email') ?? ''), password: String(form.get('password') ?? '') }
}

/** The credentials of a sign-up on the page before this one; null for any other. */
export function newAccount(): Credentials | null {
  return justTyped
}

export function forgetNewAccount(): void {
  justTyped = null
}
