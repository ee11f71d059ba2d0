import { databaseLimits } from '#platform/connection.server.ts'
import { MAX_WAIT_MS } from './max-wait.ts'

// A busy machine is not an outage. Tests of the limits set their own.
Object.assign(databaseLimits, {
  connectMs: MAX_WAIT_MS,
  statementMs: MAX_WAIT_MS,
  lockMs: MAX_WAIT_MS,
  queryMs: MAX_WAIT_MS,
})
