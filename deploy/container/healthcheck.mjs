// Asks the process of this container whether it and its database answer. A worker answers at METRICS_PORT.
const { ROLE, PORT = '3000', METRICS_PORT = '3001' } = process.env
const url = `http://127.0.0.1:${ROLE === 'worker' ? METRICS_PORT : PORT}/healthz`
const isHealthy = await fetch(url, { signal: AbortSignal.timeout(4000) }).then(
  (response) => response.ok,
  () => false,
)
process.exit(isHealthy ? 0 : 1)
