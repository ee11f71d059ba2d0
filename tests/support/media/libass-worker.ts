// A thread of its own: JASSUB's module takes the globals of a browser's worker, and asks for its WebAssembly by `fetch`.
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parentPort } from 'node:worker_threads'

/** A part of a picture, in the module's memory. */
interface Bitmap {
  dst_x: number
  dst_y: number
  w: number
  h: number
  stride: number
  bitmap: number
  color: number
}

/** The functions of libass in JASSUB's module. */
interface Libass {
  createTrackMem(script: string): void
  getEvents(): { Start: number; Duration: number; Text: string }[]
  setThreads(count: number): void
  addFont(name: string, at: number, size: number): void
  reloadFonts(): void
  resizeCanvas(width: number, height: number, videoWidth: number, videoHeight: number): void
  rawRender(seconds: number, force: number): Bitmap[] | null
}
interface LibassModule {
  _malloc(size: number): number
  JASSUB: new (width: number, height: number, font: string) => Libass
}

const folder = dirname(createRequire(import.meta.url).resolve('jassub'))
const wasm = await readFile(join(folder, 'wasm/jassub-worker.wasm'))
const scriptPath = join(folder, 'wasm/jassub-worker.js')
const location = { href: pathToFileURL(scriptPath).href }
Object.assign(globalThis, {
  self: globalThis,
  name: 'libass',
  location,
  WorkerGlobalScope: class {},
  Worker: class {},
  fetch: async () => new Response(wasm, { headers: { 'Content-Type': 'application/wasm' } }),
})
const { default: open } = await import(scriptPath)
const module: LibassModule = await open({ __url: '', __out: () => {} })
const libass = new module.JASSUB(640, 360, 'liberation sans')
libass.setThreads(1)
const font = await readFile(join(folder, 'default.woff2'))
const at = module._malloc(font.byteLength)
const heap = () => Reflect.get(globalThis, 'HEAPU8RAW') as Uint8Array
heap().set(font, at)
libass.addFont('font', at, font.byteLength)
libass.reloadFonts()
libass.resizeCanvas(640, 360, 640, 360)

/** A hash of everything that is drawn at a moment; of nothing, that of no bytes. */
function pictureAt(seconds: number): string {
  const hash = createHash('sha256')
  for (const { dst_x, dst_y, w, h, stride, bitmap, color } of libass.rawRender(seconds, 1) ?? []) {
    hash.update(`${dst_x} ${dst_y} ${w} ${h} ${color}`)
    for (let row = 0; row < h; row += 1) hash.update(heap().slice(bitmap + row * stride, bitmap + row * stride + w))
  }
  return hash.digest('hex')
}

parentPort?.on('message', ({ id, script, seconds }: { id: number; script: string; seconds: number | null }) => {
  libass.createTrackMem(script)
  parentPort?.postMessage({ id, answer: seconds === null ? libass.getEvents() : pictureAt(seconds) })
})
