import { existsSync } from 'node:fs'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { ServerBuild } from 'react-router'

/** Where `npm run build` writes the screens as the server renders them. */
const SERVER_BUILD = 'build/server/index.js'

type Listener = (request: IncomingMessage, response: ServerResponse) => void

/** @throws Error that says what to do, when there is no production build: every page would fail. */
export function assertBuilt(projectDir: string): void {
  if (!existsSync(join(projectDir, SERVER_BUILD)))
    throw new Error('The screens are not built. Run npm run build, then the same command again.')
}

/** Returns a loader of the production build, which is imported once. */
export function loadProductionBuild(projectDir: string): () => Promise<ServerBuild> {
  let build: Promise<ServerBuild> | null = null
  return () => {
    build ??= import(pathToFileURL(join(projectDir, SERVER_BUILD)).href)
    return build
  }
}

/** Screens built from their sources, reloaded as they change. */
export interface Development {
  loadBuild: () => Promise<ServerBuild>
  /** Serves Vite's own files first, then the product. */
  wrap(listener: Listener): Listener
  close(): Promise<void>
}

export async function openDevelopment(http: Server, projectDir: string): Promise<Development> {
  const { createServer } = await import('vite')
  const vite = await createServer({
    root: projectDir,
    appType: 'custom',
    // One HTTP server for both, so that hot reload needs no second port.
    server: { middlewareMode: true, hmr: { server: http } },
  })
  return {
    loadBuild: async () => (await vite.ssrLoadModule('virtual:react-router/server-build')) as ServerBuild,
    wrap: (listener) => (request, response) => {
      vite.middlewares(request, response, () => listener(request, response))
    },
    close: () => vite.close(),
  }
}
