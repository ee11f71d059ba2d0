import type { UnreadableFile } from '../media-info.ts'

/** Number of first bytes that `sniffKind` needs. */
export const SNIFF_BYTES = 64

const imageSignatures = ['\x89PNG', '\xff\xd8\xff', 'GIF8', 'BM', 'II*\0', 'MM\0*', '8BPS', '\x76\x2f\x31\x01', 'qoif']
const audioSignatures = ['ID3', 'fLaC', '\xff\xfb', '\xff\xf3', '\xff\xf1', '\xff\xf9', 'MThd', '#!AMR', 'wvpk']
const mp4Boxes = ['ftyp', 'moov', 'mdat', 'wide', 'free', 'skip', 'pnot']
const videoSignatures = ['\x1a\x45\xdf\xa3', 'OggS', 'FLV', '\x30\x26\xb2\x75', '\x06\x0e\x2b\x34', '\0\0\x01\xba']

/** Guesses the kind of a file that does not open by its first bytes, so that its creator sees the real reason. */
export function sniffKind(start: Uint8Array, stderr: string): UnreadableFile['kind'] {
  const kind = kindOfStart(start, stderr)
  return kind === 'damaged' && stderr.includes('not on whitelist') ? 'foreign' : kind
}

function kindOfStart(start: Uint8Array, stderr: string): UnreadableFile['kind'] {
  if (start.length === 0) return 'empty'
  const text = Array.from(start, (byte) => String.fromCharCode(byte)).join('')
  const brand = text.slice(8, 12)
  if (text.startsWith('RIFF')) return brand === 'WEBP' ? 'picture' : brand === 'WAVE' ? 'audio' : 'damaged'
  if (imageSignatures.some((signature) => text.startsWith(signature))) return 'picture'
  if (audioSignatures.some((signature) => text.startsWith(signature))) return 'audio'
  if (mp4Boxes.includes(text.slice(4, 8))) {
    if (['heic', 'heix', 'mif1', 'avif', 'avis'].includes(brand)) return 'picture'
    return stderr.includes('moov atom not found') ? 'cut_off' : 'damaged'
  }
  return videoSignatures.some((signature) => text.startsWith(signature)) ? 'damaged' : 'foreign'
}
