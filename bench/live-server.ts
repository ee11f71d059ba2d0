import { createServer } from 'node:http'
import { join } from 'node:path'
import { createLog } from '#platform/log.server.ts'
import { readConfig } from '#server/config.ts'
import { createHoshi } from '#server/hoshi.ts'
import { connectionLimits, limitConnections } from '#server/http/connections.server.ts'
import { loadProductionBuild } from '#server/screens-build.ts'
import { Secret } from '#server/secret.ts'
import '#tests/support/run/relax-database-limits.ts'

// A Hoshi that serves, as `main.ts` does, but lets one person open any number of live streams. Its parent, which collects
// its garbage before it reads its memory, has migrated the database.

const projectDir = join(import.meta.dirname, '..')

export type ServerOrder = 'collect garbage'
export type ServerReport = 'serving' | 'collected'

if (import.meta.main) {
  const [connectionString = '', secret = ''] = process.argv.slice(2)
  const config = readConfig()
  const hoshi = createHoshi(config, {
    connectionString,
    secret: new Secret(secret),
    log: createLog(config.logLevel),
    loadBuild: loadProductionBuild(projectDir),
    clientDir: join(projectDir, 'build/client'),
    isDevelopment: false,
    streamsPerAccount: Number.POSITIVE_INFINITY,
  })
  await hoshi.start()
  const http = createServer()
  limitConnections(http, connectionLimits(config))
  http.on('request', hoshi.listener)
  const report = (what: ServerReport) => process.send?.(what)
  process.on('message', (order: ServerOrder) => {
    if (order !== 'collect garbage') return
    // Compacts, so that pages which hold only garbage are returned.
    globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' })
    report('collected')
  })
  http.listen(config.port, config.host, () => report('serving'))
}
