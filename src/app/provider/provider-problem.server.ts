import { PROVIDER_INVITATION } from '#app/messages/provider.ts'
import { messageFor } from '#app/messages/refusals.server.ts'
import { providerRefusals } from '#identity/provider.ts'

/** The sentence of the refusal that the address of a page names (`?refused=`); null for anything else. */
export function providerProblem(url: URL): string | null {
  const code = providerRefusals.find((each) => each === url.searchParams.get('refused'))
  // The page has no field for a code.
  if (code === 'identity.invitation_required') return PROVIDER_INVITATION
  return code ? messageFor(code) : null
}
