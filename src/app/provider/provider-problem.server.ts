import { messageFor } from '#app/messages/refusals.server.ts'
import { providerRefusals } from '#identity/provider.ts'

/** The sentence of the refusal that the address of a page names (`?refused=`); null for anything else. */
export function providerProblem(url: URL): string | null {
  const code = providerRefusals.find((each) => each === url.searchParams.get('refused'))
  return code ? messageFor(code) : null
}
