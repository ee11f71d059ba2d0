import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Fetches what a player needs before its first frame, without a session: master playlist, the first media playlist, its
 * init and its first segment.
 *
 * @param path of the master playlist
 * @throws Error when an answer is not 200 or its bytes are not what they should be
 */
export async function firstBytesOf(url: string, path: string): Promise<void> {
  const masterUrl = new URL(path, url)
  const media = firstAddress(await playlist(masterUrl), masterUrl)
  const lines = await playlist(media)
  const init = /^#EXT-X-MAP:.*URI="([^"]+)"/m.exec(lines)?.[1]
  if (init === undefined) throw new Error(`${media} names no init segment.`)
  await boxes(new URL(init, media), ['ftyp', 'moov'])
  await boxes(firstAddress(lines, media), ['moof', 'mdat'])
}

async function playlist(address: URL): Promise<string> {
  const text = (await bytesOf(address)).toString()
  if (!text.startsWith('#EXTM3U')) throw new Error(`${address} is no playlist.`)
  return text
}

async function boxes(address: URL, wanted: readonly string[]): Promise<void> {
  const found = boxTypes(await bytesOf(address))
  if (!wanted.every((type) => found.includes(type))) throw new Error(`${address} holds only ${found.join(', ')}.`)
}

async function bytesOf(address: URL): Promise<Buffer> {
  const answer = await fetch(address)
  if (answer.status !== 200) throw new Error(`${address} answered ${answer.status}: ${await answer.text()}`)
  return Buffer.from(await answer.arrayBuffer())
}

/** The first line that is not about something else. */
function firstAddress(lines: string, base: URL): URL {
  const found = lines.split('\n').find((line) => line.trim() !== '' && !line.startsWith('#'))
  if (found === undefined) throw new Error(`${base} is an empty playlist.`)
  return new URL(found.trim(), base)
}

/** Types of the outermost MP4 boxes, as far as they are whole. */
export function boxTypes(bytes: Buffer): string[] {
  const types: string[] = []
  for (let at = 0; at + 8 <= bytes.length; ) {
    const size = bytes.readUInt32BE(at)
    if (size < 8 || at + size > bytes.length) break
    types.push(bytes.toString('latin1', at + 4, at + 8))
    at += size
  }
  return types
}

/** A rendition as a stranger has it. */
export interface FetchedRendition {
  width: number
  height: number
  /** Of its media playlist, in the folder that was given. */
  playlist: string
  sizeBytes: number
}

/** Fetches every rendition whole, each into a folder of its own below `dir`. @param path of the master playlist */
export async function fetchRenditions(url: string, path: string, dir: string): Promise<FetchedRendition[]> {
  const master = new URL(path, url)
  const listed = (await playlist(master)).matchAll(/RESOLUTION=(\d+)x(\d+).*\n(\S+)/g)
  return Promise.all(
    Array.from(listed, async ([, width, height, uri = '']) => {
      const address = new URL(uri, master)
      const lines = await playlist(address)
      const folder = join(dir, `${width}x${height}`)
      await mkdir(folder, { recursive: true })
      await writeFile(join(folder, 'index.m3u8'), lines)
      const names = Array.from(
        lines.matchAll(/URI="([^"]+)"|^([^#\s].*)$/gm),
        ([, init, segment]) => init ?? segment ?? '',
      )
      let sizeBytes = lines.length
      for (const name of names) {
        const bytes = await bytesOf(new URL(name, address))
        await writeFile(join(folder, name), bytes)
        sizeBytes += bytes.length
      }
      return { width: Number(width), height: Number(height), playlist: join(folder, 'index.m3u8'), sizeBytes }
    }),
  )
}
