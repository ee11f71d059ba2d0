import type { ReasonCode } from '#video/verdict.ts'
import { card, type OddFile, tone } from './odd-file.server.ts'

const written = (name: string, fileName: string, content: string | Uint8Array, end: ReasonCode): OddFile => ({
  name,
  make: (shop) => shop.write(fileName, content),
  end,
})
const made = (name: string, fileName: string, words: string[], end: ReasonCode): OddFile => ({
  name,
  make: (shop) => shop.made(fileName, ...words),
  end,
})

const still = ['-frames:v', '1', '-update', '1']
const latin = (text: string) => Buffer.from(text, 'latin1')

/** A container's first words with these of our own in it: `words` is what ffprobe repeats. */
function matroskaOfKind(words: string): Buffer {
  const element = (id: number[], body: Uint8Array) =>
    Buffer.concat([Buffer.from(id), Buffer.from([0x80 | body.length]), body])
  const fields = Buffer.concat([
    element([0x42, 0x86], Buffer.from([1])),
    element([0x42, 0x82], Buffer.from(words)),
    element([0x42, 0x87], Buffer.from([9])),
  ])
  return element([0x1a, 0x45, 0xdf, 0xa3], fields)
}

/** Files that are no films at all. */
export const noFilms: OddFile[] = [
  made('a PNG', 'picture-png.mp4', [...card(), ...still, '-f', 'image2', '-c:v', 'png'], 'still_picture'),
  made('a JPEG', 'picture-jpeg.mov', [...card(), ...still, '-f', 'image2', '-c:v', 'mjpeg'], 'still_picture'),
  made('a GIF that moves', 'moving.gif', [...card()], 'still_picture'),
  made('a PNG that moves', 'moving.apng', [...card(), '-plays', '0'], 'still_picture'),
  made('a WebP that moves', 'moving.webp', [...card()], 'still_picture'),
  made('a BMP', 'picture-bmp.mp4', [...card(), ...still, '-f', 'image2', '-c:v', 'bmp'], 'still_picture'),
  written(
    'a photo with a film behind it',
    'motion-photo.mp4',
    latin('\xff\xd8\xff\xe0\0\x10JFIF\0\x01\x01\0\0\x01\0\x01\0\0\xff\xd9\0\0\0\x18ftypmp42'),
    'still_picture',
  ),
  made('a song', 'song.mp3', tone(), 'no_video_stream'),
  made('a song in Ogg', 'song.ogg', [...tone(), '-c:a', 'libvorbis'], 'no_video_stream'),
  made('a song in Matroska', 'song.webm', [...tone(), '-c:a', 'libopus'], 'no_video_stream'),
  {
    name: 'a song with a cover',
    async make(shop) {
      const cover = await shop.made('cover.jpg', ...card(), ...still)
      const words = ['-map', '0', '-map', '1', '-c:v', 'copy', '-id3v2_version', '3']
      return await shop.made('covered.mp3', ...tone(), '-i', cover, ...words, '-disposition:v', 'attached_pic')
    },
    end: 'no_video_stream',
  },
  {
    name: 'a Matroska song with a cover attached',
    async make(shop) {
      const cover = await shop.made('cover.png', ...card(), ...still)
      return await shop.made('covered.mkv', ...tone(), '-attach', cover, '-metadata:s:t', 'mimetype=image/png')
    },
    end: 'no_video_stream',
  },
  written('subtitles', 'subtitles.mp4', '1\n00:00:00,000 --> 00:00:01,000\nHello.\n', 'not_a_video'),
  written('WebVTT', 'captions.webm', 'WEBVTT\n\n00:00.000 --> 00:01.000\nHello.\n', 'not_a_video'),
  written('styled subtitles', 'styled.mkv', '[Script Info]\nScriptType: v4.00+\n\n[Events]\n', 'not_a_video'),
  written('a PDF', 'paper.mp4', '%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\n%%EOF\n', 'not_a_video'),
  written('an archive', 'archive.mp4', latin(`PK\x03\x04\x14${'\0'.repeat(200)}`), 'not_a_video'),
  written('a program', 'program.mp4', latin(`MZ\x90\0\x03${'\0'.repeat(500)}PE\0\0`), 'not_a_video'),
  written('a program of this system', 'program.webm', latin(`\x7fELF\x02\x01\x01${'\0'.repeat(500)}`), 'not_a_video'),
  written('a script of the shell', 'script.mov', '#!/bin/sh\ntouch /tmp/hoshi-was-here\n', 'not_a_video'),
  written('zeros', 'zeros.mp4', new Uint8Array(3_000_000), 'not_a_video'),
  written(
    'noise',
    'noise.ts',
    Uint8Array.from({ length: 500_000 }, (_, n) => (n * 2654435761) >>> 23),
    'not_a_video',
  ),
  written('a Matroska file of another kind', 'other-kind.mkv', matroskaOfKind('spreadsheet'), 'unreadable'),
  written(
    'a file that has ffprobe say the disk is full',
    'no-space.mkv',
    matroskaOfKind('x: No space left on device\n'),
    'unreadable',
  ),
  written('one byte', 'one-byte.mp4', '\0', 'not_a_video'),
  {
    name: 'a page with a film behind it',
    make: async (shop) =>
      await shop.write('page-and-film.mp4', Buffer.concat([latin('<html><body>\n'), await shop.bytes()])),
    end: 'not_a_video',
  },
]
