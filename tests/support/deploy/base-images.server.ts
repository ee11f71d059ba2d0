import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type Buildah, systemPath } from './buildah.server.ts'
import { projectDir } from './compose-file.ts'

const run = promisify(execFile)
const cacheDir = join(projectDir, '.hoshi/base-images')
/** The npm that comes with this Node, nearly: Node 24.21.0 has 11.19.0. */
const NPM_VERSION = '11.19.1'
const MIRROR = 'http://deb.debian.org'
const documentation = ['doc', 'man', 'info', 'locale'].map((folder) => `usr/share/${folder}`)
const lines = (each: readonly string[]) => `${each.join('\n')}\n`

/**
 * Makes the images that the Dockerfile starts from, since there is no registry: Debian's, from its packages, and Node's,
 * which is that one with the Node that runs this test, and npm. The packages are kept in `.hoshi/base-images`.
 *
 * @param names as in `FROM`: `debian:SUITE-slim` and `node:VERSION-SUITE-slim`, Debian's first
 * @throws Error for another name, or another version of Node
 */
export async function makeBaseImages(buildah: Buildah, names: readonly string[]): Promise<void> {
  for (const name of names) {
    const [, suite, version, suiteOfNode] = /^debian:(\w+)-slim$|^node:([\d.]+)-(\w+)-slim$/.exec(name) ?? []
    if (suite) await makeDebian(buildah, name, suite)
    else if (`v${version}` === process.version) await makeNode(buildah, name, `debian:${suiteOfNode}-slim`)
    else throw new Error(`No image ${name} can be made here, with Node ${process.version}.`)
  }
}

async function makeDebian(buildah: Buildah, name: string, suite: string): Promise<void> {
  const archive = await cached(`debian-${suite}.tar`, (path) => archiveDebian(suite, path))
  await buildah.makeImage(qualified(name), 'scratch', async (container) => {
    await buildah.run('add', '--quiet', container, archive, '/')
    await buildah.run('config', '--env', `PATH=${systemPath}`, '--cmd', 'bash', container)
  })
}

async function makeNode(buildah: Buildah, name: string, debian: string): Promise<void> {
  const npm = await cached(`npm-${NPM_VERSION}.tgz`, downloadNpm)
  await buildah.makeImage(qualified(name), debian, async (container) => {
    const modules = '/usr/local/lib/node_modules'
    await buildah.run('add', '--quiet', container, process.execPath, '/usr/local/bin/node')
    await buildah.run('add', '--quiet', container, npm, modules)
    const install = `mv ${modules}/package ${modules}/npm && ln -s ${modules}/npm/bin/npm-cli.js /usr/local/bin/npm`
    await buildah.run('run', container, '--', 'sh', '-c', install)
    // Where the network has an authority of its own. The last stage does not start from this image.
    const authorities = process.env.NODE_EXTRA_CA_CERTS
    if (!authorities) return
    const path = '/usr/local/share/authorities.pem'
    await buildah.run('add', '--quiet', container, authorities, path)
    await buildah.run('config', '--env', `NODE_EXTRA_CA_CERTS=${path}`, container)
  })
}

/** Without the registry, `FROM` finds no image of this short name. */
const qualified = (name: string) => `docker.io/library/${name}`

/** @param make writes the file to the path that it is given */
async function cached(name: string, make: (path: string) => Promise<void>): Promise<string> {
  const path = join(cacheDir, name)
  if (existsSync(path)) return path
  await mkdir(cacheDir, { recursive: true })
  const unfinished = `${path}.${randomBytes(4).toString('hex')}`
  try {
    await make(unfinished)
    await rename(unfinished, path)
  } finally {
    await rm(unfinished, { force: true })
  }
  return path
}

/** Installs the packages of a smallest Debian in a folder, which takes minutes, and archives it. */
async function archiveDebian(suite: string, path: string): Promise<void> {
  const root = await mkdtemp(join(tmpdir(), 'hoshi-debian-'))
  try {
    const env = { ...process.env, PATH: systemPath }
    await run('debootstrap', ['--variant=minbase', suite, root, `${MIRROR}/debian`], { env })
    const sources = [
      `deb ${MIRROR}/debian ${suite} main`,
      `deb ${MIRROR}/debian ${suite}-updates main`,
      `deb ${MIRROR}/debian-security ${suite}-security main`,
    ]
    await writeFile(join(root, 'etc/apt/sources.list'), lines(sources))
    // As in the slim images of Docker: no package brings its documentation, and none is kept once it is installed.
    const excluded = documentation.map((folder) => `path-exclude /${folder}/*`)
    await writeFile(join(root, 'etc/dpkg/dpkg.cfg.d/slim'), lines(excluded))
    const removed = 'DPkg::Post-Invoke { "rm -f /var/cache/apt/archives/*.deb"; };'
    const withoutIndexes = ['Dir::Cache::pkgcache "";', 'Dir::Cache::srcpkgcache "";']
    await writeFile(join(root, 'etc/apt/apt.conf.d/slim'), lines([removed, ...withoutIndexes]))
    const left = ['dev', 'proc', 'sys', 'var/cache/apt', 'var/lib/apt/lists', ...documentation].map(
      (folder) => `--exclude=./${folder}/*`,
    )
    await run('tar', ['-C', root, '-cf', path, '--numeric-owner', ...left, '.'])
  } finally {
    await rm(root, { recursive: true, force: true })
  }
}

async function downloadNpm(path: string): Promise<void> {
  const dir = await mkdtemp(join(cacheDir, 'npm-'))
  try {
    await run('npm', ['pack', '--silent', `npm@${NPM_VERSION}`], { cwd: dir })
    await rename(join(dir, `npm-${NPM_VERSION}.tgz`), path)
  } finally {
    await rm(dir, { recursive: true, force: true })
  }
}
