import { collectProblems } from '#app/http/field-problems.server.ts'
import type { Refused } from '#app/http/refused.server.ts'
import { accountRefusals } from '#app/messages/account-refusals.ts'
import type { FieldProblem } from '#app/ui/form-problems.ts'
import type { SignUp } from '#creators/creators.server.ts'
import { readChangedFields } from '#creators/profile-fields.ts'
import { checkNewPassword, readEmail } from '#identity/credentials.ts'
import { Refusal } from '#platform/refusal.ts'

/** All that is wrong with the fields of a sign-up by themselves, in the order of the form. @see docs/product.md#signup */
export function signUpProblems(input: SignUp): FieldProblem[] {
  const { email, password, role, username = '', bio = '', patreonUrl = '' } = input
  const checks = [() => requireEmail(email), () => checkNewPassword(password, 'password')]
  if (role === 'creator')
    checks.push(
      () => readChangedFields({ username }),
      () => readChangedFields({ bio }),
      () => readChangedFields({ patreonUrl }),
    )
  const problems = collectProblems(checks)
  if (input.agreedToTerms) return problems
  return [...problems, { field: 'terms', message: accountRefusals['identity.terms_not_agreed'], isAboveForm: true }]
}

/**
 * A refusal of a sign-up as the problem of its field. What the account was refused for stands above the form, as the
 * specification has it; what the profile was, under its field.
 */
export function problemsOfRefusal({ code, field, message }: Refused): FieldProblem[] {
  return field === null ? [] : [{ field, message, isAboveForm: code.startsWith('identity.') }]
}

function requireEmail(email: string): void {
  if (readEmail(email) === null) throw new Refusal('identity.email_invalid', { field: 'email' })
}
