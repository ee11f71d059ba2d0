import { join } from 'node:path'
import type { Config } from '@react-router/dev/config'
import { precompress } from './scripts/precompress.ts'

export default {
  appDirectory: 'src/app',
  ssr: true,
  // Split off, the loaders and actions that run in browsers would be shared, with all they import, by most pages.
  splitRouteModules: false,
  // Every loader answers in one request; nothing here needs the route manifest to be discovered lazily.
  routeDiscovery: { mode: 'initial' },
  buildEnd: ({ reactRouterConfig }) => precompress(join(reactRouterConfig.buildDirectory, 'client')),
} satisfies Config
