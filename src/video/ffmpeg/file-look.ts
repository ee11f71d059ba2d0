import type { Unreadable } from '../measurement.ts'

/** How many first bytes `lookOf` wants. */
export const LOOK_BYTES = 64

const pictureStarts = ['\x89PNG', '\xff\xd8\xff', 'GIF8', 'BM', 'II*\0', 'MM\0*', '8BPS', '\x76\x2f\x31\x01', 'qoif']
const audioStarts = ['ID3', 'fLaC', '\xff\xfb', '\xff\xf3', '\xff\xf1', '\xff\xf9', 'MThd', '#!AMR', 'wvpk']
const mp4Boxes = ['ftyp', 'moov', 'mdat', 'wide', 'free', 'skip', 'pnot']
const videoStarts = ['\x1a\x45\xdf\xa3', 'OggS', 'FLV', '\x30\x26\xb2\x75', '\x06\x0e\x2b\x34', '\0\0\x01\xba']

/** What a file that does not open looks like from its first bytes, so that its creator can be told the real reason. */
export function lookOf(start: Uint8Array, complaint: string): Unreadable['looksLike'] {
  const look = lookOfStart(start, complaint)
  return look === 'damaged' && complaint.includes('not on whitelist') ? 'foreign' : look
}

function lookOfStart(start: Uint8Array, complaint: string): Unreadable['looksLike'] {
  if (start.length === 0) return 'empty'
  const text = Array.from(start, (byte) => String.fromCharCode(byte)).join('')
  const kindInside = text.slice(8, 12)
  if (text.startsWith('RIFF')) return kindInside === 'WEBP' ? 'picture' : kindInside === 'WAVE' ? 'audio' : 'damaged'
  if (pictureStarts.some((sign) => text.startsWith(sign))) return 'picture'
  if (audioStarts.some((sign) => text.startsWith(sign))) return 'audio'
  if (mp4Boxes.includes(text.slice(4, 8))) {
    if (['heic', 'heix', 'mif1', 'avif', 'avis'].includes(kindInside)) return 'picture'
    return complaint.includes('moov atom not found') ? 'cut_off' : 'damaged'
  }
  return videoStarts.some((sign) => text.startsWith(sign)) ? 'damaged' : 'foreign'
}
