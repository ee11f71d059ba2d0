/**
 * The `CODECS` of a playlist (RFC 6381) from an init segment, such as `avc1.64001f,mp4a.40.2` or
 * `av01.0.08M.08,mp4a.40.2`: the codecs of the encoded stream, not those requested from the encoder. Null when the
 * segment names no known codec.
 */
export function codecsOfInitSegment(init: Uint8Array): string | null {
  const codecs = [avcCodec(init), av1Codec(init), aacCodec(init)].filter((codec) => codec !== null)
  return codecs.length > 0 ? codecs.join(',') : null
}

function find(bytes: Uint8Array, type: string): number {
  const [a, b, c, d] = Array.from(type, (letter) => letter.charCodeAt(0))
  for (let at = 0; at + 4 <= bytes.length; at++) {
    if (bytes[at] === a && bytes[at + 1] === b && bytes[at + 2] === c && bytes[at + 3] === d) return at + 4
  }
  return -1
}

/** `avcC`: version, then profile, compatibility and level, a byte each. */
function avcCodec(init: Uint8Array): string | null {
  const body = find(init, 'avcC')
  if (body < 0 || body + 4 > init.length) return null
  const bytes = Array.from(init.subarray(body + 1, body + 4), (byte) => byte.toString(16).padStart(2, '0'))
  return `avc1.${bytes.join('')}`
}

/** `av1C`: a marker, then profile and level, then tier and depth, by bits (AV1 in ISO base media, section 2.3). */
function av1Codec(init: Uint8Array): string | null {
  const body = find(init, 'av1C')
  if (body < 0 || body + 4 > init.length) return null
  const [levels = 0, depths = 0] = init.subarray(body + 1)
  const level = String(levels & 0x1f).padStart(2, '0')
  const depth = depths & 0x40 ? (depths & 0x20 ? 12 : 10) : 8
  return `av01.${levels >> 5}.${level}${depths & 0x80 ? 'H' : 'M'}.${String(depth).padStart(2, '0')}`
}

/** `esds`: nested descriptors; the object type is the first five bits of DecoderSpecificInfo (tag 5, ISO 14496-1). */
function aacCodec(init: Uint8Array): string | null {
  const body = find(init, 'esds')
  if (body < 0) return null
  let at = body + 4
  while (at < init.length) {
    const tag = init[at]
    at += 1
    while (((init[at] ?? 0) & 0x80) !== 0) at += 1
    at += 1
    if (tag === 0x03) at += 3
    else if (tag === 0x04) at += 13
    else if (tag === 0x05) return `mp4a.40.${(init[at] ?? 0) >> 3}`
    else return null
  }
  return null
}
