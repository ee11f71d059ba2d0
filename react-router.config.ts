import type { Config } from '@react-router/dev/config'

export default {
  appDirectory: 'src/app',
  ssr: true,
  // Every loader answers in one request; nothing here needs the route manifest to be discovered lazily.
  routeDiscovery: { mode: 'initial' },
} satisfies Config
