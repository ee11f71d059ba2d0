import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { withLock } from './lock.mjs'
import { installedNode } from './packages.mjs'
import { fingerprint, root } from './project.mjs'
import { fail, ourEnvironment, step } from './run.mjs'

const stampFile = join(root, 'build', '.stamp')
const SOURCES = [
  'src',
  'public',
  'vite.config.ts',
  'react-router.config.ts',
  'scripts/build',
  'scripts/precompress.ts',
  'tsconfig.json',
  'package.json',
  'package-lock.json',
]

/** Builds the screens if a source has changed since the last build. A killed build leaves no stamp and is repeated. */
export async function ensureBuild() {
  const wanted = fingerprint(SOURCES, isBuilt)
  if (currentStamp() === wanted) return
  await withLock('build', async () => {
    if (currentStamp() === wanted) return
    rmSync(stampFile, { force: true })
    const program = join(root, 'node_modules', '@react-router', 'dev', 'bin.cjs')
    const environment = ourEnvironment({ NODE_ENV: 'production' })
    const code = await step('building the screens…', installedNode(), [program, 'build'], environment)
    if (code !== 0) fail('the build failed; the lines above say why.')
    mkdirSync(join(root, 'build'), { recursive: true })
    writeFileSync(stampFile, wanted)
  })
}

/** Tests do not affect the build. */
function isBuilt(name) {
  return !/\.test\.tsx?$/.test(name)
}

function currentStamp() {
  return existsSync(stampFile) ? readFileSync(stampFile, 'utf8') : null
}
