import { accountRefusals } from '#app/messages/account-refusals.ts'
import type { FieldProblem } from '#app/ui/form-problems.ts'
import { checkNewPassword, readEmail } from '#identity/credentials.ts'
import { isRefusal } from '#platform/refusal.ts'

/** What a page can say about the fields of an account without asking the server, by the server's own rules. */
export function checkNewAccount(values: FormData): FieldProblem[] {
  const password = passwordProblem(String(values.get('password') ?? ''))
  const terms = values.get('terms') === null && accountRefusals['identity.terms_not_agreed']
  return [
    ...checkEmail(values),
    ...(password ? [{ field: 'password', message: password }] : []),
    ...(terms ? [{ field: 'terms', message: terms, isAboveForm: true }] : []),
  ]
}

/** Whether the address is one. */
function checkEmail(values: FormData): FieldProblem[] {
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
