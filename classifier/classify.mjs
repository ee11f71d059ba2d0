// Classifies pictures for `src/moderation/images/embedded-moderation.server.ts`, which starts and ends this process.
//
// stdin: pictures, each as its length in four bytes (big-endian) and a JPEG. stdout: a line `{"ready":true}` once the model is
// loaded, then a line for each picture in order: its scores, or `{"error":"…"}`. Ends with stdin.
import { dirname, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

// The libraries greet on stdout, which is for answers, some of them on import.
console.log = console.info = console.warn = console.debug = console.error

// As ES modules: nsfwjs loaded by `require` copies each character of its model into an object, which takes a gigabyte.
const tf = await import('@tensorflow/tfjs')
const { setWasmPaths } = await import('@tensorflow/tfjs-backend-wasm')
const { default: jpeg } = await import('jpeg-js')
const { load } = await import('nsfwjs/core')
const { MobileNetV2MidModel } = await import('nsfwjs/models/mobilenet_v2_mid')

const LARGEST_BYTES = 2 * 1024 ** 2

const wasmFile = fileURLToPath(import.meta.resolve('@tensorflow/tfjs-backend-wasm/dist/tfjs-backend-wasm.wasm'))
setWasmPaths(dirname(wasmFile) + sep)
await tf.setBackend('wasm')
const model = await load('MobileNetV2Mid', { modelDefinitions: [MobileNetV2MidModel] })
answer({ ready: true })

let rest = Buffer.alloc(0)
for await (const piece of process.stdin) {
  rest = Buffer.concat([rest, piece])
  for (let length = lengthOf(rest); length !== null && rest.length >= length + 4; length = lengthOf(rest)) {
    const bytes = rest.subarray(4, length + 4)
    rest = rest.subarray(length + 4)
    answer(await classify(bytes).catch((error) => ({ error: String(error) })))
  }
}

function lengthOf(bytes) {
  if (bytes.length < 4) return null
  const length = bytes.readUInt32BE(0)
  if (length > LARGEST_BYTES) throw new Error(`a picture of ${length} bytes`)
  return length
}

async function classify(bytes) {
  const { width, height, data } = jpeg.decode(bytes, { useTArray: true, formatAsRGBA: false, maxMemoryUsageInMB: 64 })
  const image = tf.tensor3d(data, [height, width, 3], 'int32')
  try {
    const found = await model.classify(image)
    return Object.fromEntries(found.map(({ className, probability }) => [className, probability]))
  } finally {
    image.dispose()
  }
}

function answer(value) {
  process.stdout.write(`${JSON.stringify(value)}\n`)
}
