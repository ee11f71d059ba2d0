/** Among letters outside ASCII, the share of kana below which a text is not taken for Japanese in an older encoding. */
const KANA_SHARE = 0.1
/** Escape sequences of ISO-2022-JP that lead out of ASCII. */
const switches = ['\u001b$@', '\u001b$B', '\u001b(I', '\u001b(J']

/**
 * The text of a file in UTF-8, UTF-16, ISO-2022-JP, Shift-JIS or EUC-JP, without a byte order mark; null for any other file.
 * The last two do not name themselves: a text is in the one in which every byte has a meaning and kana are usual.
 */
export function decodeText(bytes: Uint8Array): string | null {
  const encoding = utf16Of(bytes)
  const text = encoding ? decodeAs(encoding, bytes) : decodeBytes(bytes)
  return text?.includes('\0') ? null : text
}

function decodeBytes(bytes: Uint8Array): string | null {
  const text = decodeAs('utf-8', bytes)
  if (text === null) return decodeJapanese(bytes)
  // ISO-2022-JP is ASCII throughout: escape sequences switch to other letters and back.
  return switches.some((each) => text.includes(each)) ? decodeAs('iso-2022-jp', bytes) : text
}

/** The byte order, by a mark or by where the zeros of ASCII letters are. */
function utf16Of(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  if (bytes.length < 4 || bytes.length % 2 === 1) return null
  if (first !== 0 && second === 0 && bytes[3] === 0) return 'utf-16le'
  return first === 0 && second !== 0 && bytes[2] === 0 ? 'utf-16be' : null
}

function decodeAs(encoding: string, bytes: Uint8Array): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

function decodeJapanese(bytes: Uint8Array): string | null {
  const [likeliest] = ['euc-jp', 'shift_jis']
    .flatMap((encoding) => {
      const text = decodeAs(encoding, bytes)
      return text === null ? [] : [{ text, share: kanaShare(text) }]
    })
    .sort((one, other) => other.share - one.share)
  return likeliest && likeliest.share >= KANA_SHARE ? likeliest.text : null
}

/** Half-width kana do not count: bytes of other encodings look like them. */
function kanaShare(text: string): number {
  let kana = 0
  let all = 0
  for (const letter of text) {
    const code = letter.codePointAt(0)!
    if (code < 0x80) continue
    all += 1
    if (code >= 0x3041 && code <= 0x30ff) kana += 1
  }
  return all === 0 ? 0 : kana / all
}
