import { databaseLimits } from '#platform/connection.server.ts'
import { PATIENCE_MS } from './patience.ts'

// A busy machine is no outage. Tests of the limits bring their own.
Object.assign(databaseLimits, {
  connectMs: PATIENCE_MS,
  statementMs: PATIENCE_MS,
  lockMs: PATIENCE_MS,
  answerMs: PATIENCE_MS,
})
