import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
export const buildahPath = '/usr/bin/buildah'
const debootstrapPath = '/usr/sbin/debootstrap'
const OUTPUT_MAX_BYTES = 64 * 1024 ** 2
/** PATH of a Debian, inside and outside of images. */
export const systemPath = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'

/** Why images cannot be built here; null where they can. */
export function whyNoImages(): string | null {
  // It changes its root folder, and gives files to other users.
  if (process.getuid?.() !== 0) return 'only root can build images without a service'
  const isInstalled = [buildahPath, debootstrapPath].every((path) => existsSync(path))
  return isInstalled
    ? null
    : 'buildah or debootstrap is missing: run "apt-get install --no-install-recommends buildah debootstrap"'
}

/** Images and containers in a folder of the test's, without a service, a registry or namespaces of the network. */
export interface Buildah {
  /** Arguments of every command. */
  args: readonly string[]
  env: NodeJS.ProcessEnv
  /** Runs a command of buildah to its end. @returns what it prints @throws Error with its output when it fails */
  run(...args: string[]): Promise<string>
  /**
   * Adds an image to the store.
   * @param base the image that it starts from, or `scratch`
   * @param fill changes a container of the base, whose contents become the image
   */
  makeImage(name: string, base: string, fill: (container: string) => Promise<void>): Promise<void>
}

/** @param dir an empty folder */
export async function openBuildah(dir: string): Promise<Buildah> {
  // Copies whole folders, which works on every file system and also inside of a container.
  const args = ['--storage-driver', 'vfs', '--root', join(dir, 'images'), '--runroot', join(dir, 'run')]
  const temporaryDir = join(dir, 'temporary')
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    PATH: systemPath,
    HOME: dir,
    TMPDIR: temporaryDir,
    BUILDAH_ISOLATION: 'chroot',
    // The other format has no health check.
    BUILDAH_FORMAT: 'docker',
  }
  await mkdir(temporaryDir)
  const buildah: Buildah = {
    args,
    env,
    async run(...command) {
      const options = { cwd: dir, env, maxBuffer: OUTPUT_MAX_BYTES }
      try {
        return (await run(buildahPath, [...args, ...command], options)).stdout.trim()
      } catch (error) {
        const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string }
        throw new Error(`buildah ${command.join(' ')} failed:\n${`${stdout}\n${stderr}`.slice(-4000)}`, {
          cause: error,
        })
      }
    },
    async makeImage(name, base, fill) {
      const container = await buildah.run('from', '--pull-never', base)
      await fill(container)
      await buildah.run('commit', '--quiet', '--rm', container, name)
    },
  }
  return buildah
}
