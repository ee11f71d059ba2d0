import { accountRefusals } from '#app/messages/account-refusals.ts'
import type { FieldProblem } from '#app/ui/form-problems.ts'
import { checkNewPassword, readEmail } from '#identity/credentials.ts'
import { isRefusal } from '#platform/refusal.ts'

/** What a page can say about the fields of an account without asking the server, by the server's own rules. */
export function checkNewAccount(values: FormData): FieldProblem[] {
  const terms = values.get('terms') === null && accountRefusals['identity.terms_not_agreed']
  return [...checkNewCredentials(values), ...(terms ? [{ field: 'terms', message: terms, isAboveForm: true }] : [])]
}

/** What is missing in the form of a login. */
export function checkLogin(values: FormData): FieldProblem[] {
  const isEmpty = (name: string) => String(values.get(name) ?? '').trim() === ''
  return [
    ...(isEmpty('email') ? [{ field: 'email', message: accountRefusals['identity.email_invalid'] }] : []),
    ...checkPresentPassword(values),
  ]
}

/** Whether a password is there, of whatever kind. */
export function checkPresentPassword(values: FormData): FieldProblem[] {
  const isEmpty = String(values.get('password') ?? '') === ''
  return isEmpty ? [{ field: 'password', message: accountRefusals['identity.password_required'] }] : []
}

/** Whether a new password is long enough, in the field of that name. */
export function checkNewPasswordIn(field: string) {
  return (values: FormData): FieldProblem[] => {
    const message = passwordProblem(String(values.get(field) ?? ''))
    return message === null ? [] : [{ field, message }]
  }
}

/** An address and a new password. */
export function checkNewCredentials(values: FormData): FieldProblem[] {
  return [...checkEmail(values), ...checkNewPasswordIn('password')(values)]
}

/** Whether the address is one. */
export function checkEmail(values: FormData): FieldProblem[] {
  const isValid = readEmail(String(values.get('email') ?? '')) !== null
  return isValid ? [] : [{ field: 'email', message: accountRefusals['identity.email_invalid'] }]
}

function passwordProblem(password: string): string | null {
  try {
    checkNewPassword(password, 'password')
    return null
  } catch (thrown) {
    const messages: Partial<Record<string, string>> = accountRefusals
    return (isRefusal(thrown) && messages[thrown.code]) || null
  }
}
