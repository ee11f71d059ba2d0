import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const SAMPLES_PER_SECOND = 8000

/** The loudest of these tones in the sound of a file, by the sum of their powers (Goertzel). @param tones hertz */
export async function strongestTone(path: string, tones: number[]): Promise<number> {
  const output = ['-map', '0:a', '-ac', '1', '-ar', String(SAMPLES_PER_SECOND), '-f', 's16le', '-']
  const { stdout } = await promisify(execFile)('ffmpeg', ['-v', 'error', '-nostdin', '-i', path, ...output], {
    encoding: 'buffer',
    maxBuffer: 64 * 1024 ** 2,
  })
  const samples = Array.from({ length: stdout.length >> 1 }, (_, at) => stdout.readInt16LE(at * 2))
  const powers = tones.map((tone) => ({ tone, power: powerOf(samples, tone) }))
  return powers.reduce((loudest, each) => (each.power > loudest.power ? each : loudest)).tone
}

function powerOf(samples: number[], tone: number): number {
  const factor = 2 * Math.cos((2 * Math.PI * tone) / SAMPLES_PER_SECOND)
  let [before, last] = [0, 0]
  for (const sample of samples) [before, last] = [last, sample + factor * last - before]
  return before ** 2 + last ** 2 - factor * before * last
}
