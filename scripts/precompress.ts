import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const compressible = /\.(css|js|json|svg|webmanifest)$/
/** Below it, headers are most of a response. */
const MIN_BYTES = 1024

/** Writes `.br` and `.gz` beside each text file of a folder that they make smaller, at the best compression of each. */
export async function precompress(folder: string): Promise<void> {
  const names = (await readdir(folder, { recursive: true })).filter((name) => compressible.test(name))
  await Promise.all(
    names.map(async (name) => {
      const path = join(folder, name)
      if ((await stat(path)).size < MIN_BYTES) return
      const bytes = await readFile(path)
      const params = { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
      const [br, gz] = await Promise.all([
        promisify(brotliCompress)(bytes, { params }),
        promisify(gzip)(bytes, { level: constants.Z_BEST_COMPRESSION }),
      ])
      if (br.length < bytes.length) await writeFile(`${path}.br`, br)
      if (gz.length < bytes.length) await writeFile(`${path}.gz`, gz)
    }),
  )
}
