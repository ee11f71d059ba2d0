import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { cp, mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { makeBaseImages } from './base-images.server.ts'
import type { Buildah } from './buildah.server.ts'
import { projectDir } from './compose-file.ts'
import { instructions, stagesOf } from './dockerfile.ts'

const run = promisify(execFile)
const NAME = 'localhost/hoshi:test'

/** The image of the Dockerfile, with what a program that starts containers reads in it. */
export interface HoshiImage {
  name: string
  user: string
  /** ENTRYPOINT and CMD. */
  command: string[]
  healthcheck: string[]
  environment: Record<string, string>
  volumes: string[]
  /** Uncompressed size of each layer, those of Debian's base first. */
  layerBytes: number[]
}

interface Inspected {
  /** JSON. */
  Manifest: string
  Docker: {
    config: {
      User: string
      Env: string[]
      Entrypoint: string[]
      Cmd: string[]
      Volumes: Record<string, object>
      Healthcheck?: { Test: string[] }
    }
  }
}

/** Files that a folder of work may have, and that may not get into an image. */
export const strayFiles = [
  '.env',
  'src/server/.env.production',
  'node_modules/stray/index.js',
  'src/app/node_modules/stray.js',
  'build/client/stray.txt',
  'data/stray.txt',
] as const

/**
 * Builds the Dockerfile as it is, from the files of this project that git knows or would add, and stray ones.
 * @param dir an empty folder for these
 */
export async function buildHoshiImage(buildah: Buildah, dir: string): Promise<HoshiImage> {
  await copyProject(dir)
  for (const file of strayFiles) {
    await mkdir(dirname(join(dir, file)), { recursive: true })
    await writeFile(join(dir, file), 'stray\n')
  }
  const stages = stagesOf(instructions)
  const bases = stages.map(({ from }) => from).filter((from) => !stages.some(({ name }) => name === from))
  await makeBaseImages(buildah, bases.toSorted())
  await buildah.run('build', '--pull-never', '--tag', NAME, dir)

  const inspected = JSON.parse(await buildah.run('inspect', '--type', 'image', NAME)) as Inspected
  const { config } = inspected.Docker
  const { layers } = JSON.parse(inspected.Manifest) as { layers: { size: number }[] }
  const [, ...healthcheck] = config.Healthcheck?.Test ?? []
  return {
    name: NAME,
    user: config.User,
    command: [...config.Entrypoint, ...config.Cmd],
    healthcheck,
    environment: Object.fromEntries(config.Env.map((pair) => pair.split(/=(.*)/s) as [string, string])),
    volumes: Object.keys(config.Volumes),
    layerBytes: layers.map(({ size }) => size),
  }
}

async function copyProject(dir: string): Promise<void> {
  const { stdout } = await run('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: projectDir,
    maxBuffer: 16 * 1024 ** 2,
  })
  // A removed file is listed until its removal is committed.
  const files = stdout.split('\0').filter((file) => file !== '' && existsSync(join(projectDir, file)))
  for (const file of files) await cp(join(projectDir, file), join(dir, file))
}
