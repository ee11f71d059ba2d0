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
