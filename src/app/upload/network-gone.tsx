import { connectionLost } from '#app/messages/failures.ts'
import { Icon } from '#app/ui/icon.tsx'
import { retryNow } from './retry-now.ts'

/** Says that sending waits for the network, and tries again at once when asked. */
export function NetworkGone({ retrySeconds }: { retrySeconds: number }) {
  return (
    <div className="network-gone row cluster small">
      <Icon name="refresh" />
      <p className="figures">{connectionLost(retrySeconds)}</p>
      <button type="button" className="button button-small" onClick={retryNow}>
        Try Again Now
      </button>
    </div>
  )
}
