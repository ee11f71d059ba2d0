import { execFile } from 'node:child_process'
import { access, constants, mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const cacheDir = join(import.meta.dirname, '../../../node_modules/.cache/hoshi-prometheus')

export interface PrometheusPrograms {
  prometheus: string
  promtool: string
}

/**
 * The programs of Prometheus: installed ones, or those of Debian's package. Its files are unpacked into a cache, because an
 * installed package would start a server of its own. Null where there is neither.
 */
export async function prometheusPrograms(): Promise<PrometheusPrograms | null> {
  for (const folder of [...(process.env.PATH ?? '').split(delimiter), join(cacheDir, 'usr/bin')]) {
    const found = await programsIn(folder)
    if (found) return found
  }
  return (await unpackPackage().catch(() => false)) ? await programsIn(join(cacheDir, 'usr/bin')) : null
}

async function programsIn(folder: string): Promise<PrometheusPrograms | null> {
  const programs = { prometheus: join(folder, 'prometheus'), promtool: join(folder, 'promtool') }
  try {
    for (const path of Object.values(programs)) await access(path, constants.X_OK)
    return programs
  } catch {
    return null
  }
}

/** @returns false where the package has no file to unpack */
async function unpackPackage(): Promise<boolean> {
  await mkdir(join(cacheDir, '..'), { recursive: true })
  const dir = await mkdtemp(`${cacheDir}-`)
  try {
    const download = () => run('apt-get', ['download', 'prometheus'], { cwd: dir })
    await download().catch(async () => {
      // The list of packages may be missing or old.
      await run('apt-get', ['-o', 'DPkg::Lock::Timeout=300', 'update'])
      await download()
    })
    const file = (await readdir(dir)).find((name) => name.endsWith('.deb'))
    if (!file) return false
    await run('dpkg-deb', ['-x', join(dir, file), join(dir, 'files')])
    await rm(cacheDir, { recursive: true, force: true })
    await rename(join(dir, 'files'), cacheDir)
    return true
  } finally {
    await rm(dir, { recursive: true, force: true })
  }
}
