import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/**
 * Fetches the files that a player needs before its first frame, without a session: master playlist, the first media
 * playlist, its init and its first segment.
 *
 * @param path of the master playlist
 * @throws Error when a response is not 200, or not the expected kind of file
 */
export async function firstBytesOf(url: string, path: string): Promise<void> {
  const masterUrl = new URL(path, url)
  const media = firstUrl(await playlist(masterUrl), masterUrl)
  const lines = await playlist(media)
  const init = /^#EXT-X-MAP:.*URI="([^"]+)"/m.exec(lines)?.[1]
  if (init === undefined) throw new Error(`${media} names no init segment.`)
  await boxes(new URL(init, media), ['ftyp', 'moov'])
  await boxes(firstUrl(lines, media), ['moof', 'mdat'])
}

async function playlist(url: URL): Promise<string> {
  const text = (await bytesOf(url)).toString()
  if (!text.startsWith('#EXTM3U')) throw new Error(`${url} is no playlist.`)
  return text
}

async function boxes(url: URL, expected: readonly string[]): Promise<void> {
  const found = boxTypes(await bytesOf(url))
  if (!expected.every((type) => found.includes(type))) throw new Error(`${url} contains only ${found.join(', ')}.`)
}

async function bytesOf(url: URL): Promise<Buffer> {
  const response = await fetch(url)
  if (response.status !== 200) throw new Error(`${url} answered ${response.status}: ${await response.text()}`)
  return Buffer.from(await response.arrayBuffer())
}

/** The first line that is neither blank nor a tag. */
function firstUrl(lines: string, base: URL): URL {
  const found = lines.split('\n').find((line) => line.trim() !== '' && !line.startsWith('#'))
  if (found === undefined) throw new Error(`${base} is an empty playlist.`)
  return new URL(found.trim(), base)
}

/** Types of the complete top-level MP4 boxes. */
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

/** A rendition as downloaded without a session. */
export interface FetchedRendition {
  width: number
  height: number
  /** Path of its media playlist in the given folder. */
  playlist: string
  sizeBytes: number
}

/** Downloads every rendition, each into its own folder below `dir`. @param path of the master playlist */
export async function fetchRenditions(url: string, path: string, dir: string): Promise<FetchedRendition[]> {
  const master = new URL(path, url)
  const listed = (await playlist(master)).matchAll(/RESOLUTION=(\d+)x(\d+).*\n(\S+)/g)
  return Promise.all(
    Array.from(listed, async ([, width, height, uri = '']) => {
      const mediaUrl = new URL(uri, master)
      const lines = await playlist(mediaUrl)
      const folder = join(dir, `${width}x${height}`)
      await mkdir(folder, { recursive: true })
      await writeFile(join(folder, 'index.m3u8'), lines)
      const names = Array.from(
        lines.matchAll(/URI="([^"]+)"|^([^#\s].*)$/gm),
        ([, init, segment]) => init ?? segment ?? '',
      )
      let sizeBytes = lines.length
      for (const name of names) {
        const bytes = await bytesOf(new URL(name, mediaUrl))
        await mkdir(dirname(join(folder, name)), { recursive: true })
        await writeFile(join(folder, name), bytes)
        sizeBytes += bytes.length
      }
      return { width: Number(width), height: Number(height), playlist: join(folder, 'index.m3u8'), sizeBytes }
    }),
  )
}
