import type { ReasonCode } from '#video/media/reason-codes.ts'
import { testCard, tone, type UploadFixture } from './fixture.server.ts'

const written = (
  name: string,
  fileName: string,
  content: string | Uint8Array,
  expected: ReasonCode,
): UploadFixture => ({
  name,
  make: (factory) => factory.write(fileName, content),
  expected,
})
const encoded = (name: string, fileName: string, args: string[], expected: ReasonCode): UploadFixture => ({
  name,
  make: (factory) => factory.encode(fileName, ...args),
  expected,
})

const still = ['-frames:v', '1', '-update', '1']
const latin = (text: string) => Buffer.from(text, 'latin1')

/** A Matroska header with a document type of ours, which ffprobe repeats in its output. */
function matroskaOfKind(docType: string): Buffer {
  const element = (id: number[], body: Uint8Array) =>
    Buffer.concat([Buffer.from(id), Buffer.from([0x80 | body.length]), body])
  const fields = Buffer.concat([
    element([0x42, 0x86], Buffer.from([1])),
    element([0x42, 0x82], Buffer.from(docType)),
    element([0x42, 0x87], Buffer.from([9])),
  ])
  return element([0x1a, 0x45, 0xdf, 0xa3], fields)
}

/** Files that are not videos at all. */
export const nonVideos: UploadFixture[] = [
  encoded('a PNG', 'picture-png.mp4', [...testCard(), ...still, '-f', 'image2', '-c:v', 'png'], 'still_picture'),
  encoded('a JPEG', 'picture-jpeg.mov', [...testCard(), ...still, '-f', 'image2', '-c:v', 'mjpeg'], 'still_picture'),
  encoded('an animated GIF', 'moving.gif', [...testCard()], 'still_picture'),
  encoded('an animated PNG', 'moving.apng', [...testCard(), '-plays', '0'], 'still_picture'),
  encoded('an animated WebP', 'moving.webp', [...testCard()], 'still_picture'),
  encoded('a BMP', 'picture-bmp.mp4', [...testCard(), ...still, '-f', 'image2', '-c:v', 'bmp'], 'still_picture'),
  written(
    'a photo with a video behind it',
    'motion-photo.mp4',
    latin('\xff\xd8\xff\xe0\0\x10JFIF\0\x01\x01\0\0\x01\0\x01\0\0\xff\xd9\0\0\0\x18ftypmp42'),
    'still_picture',
  ),
  encoded('a song', 'song.mp3', tone(), 'no_video_stream'),
  encoded('a song in Ogg', 'song.ogg', [...tone(), '-c:a', 'libvorbis'], 'no_video_stream'),
  encoded('a song in Matroska', 'song.webm', [...tone(), '-c:a', 'libopus'], 'no_video_stream'),
  {
    name: 'a song with a cover',
    async make(factory) {
      const cover = await factory.encode('cover.jpg', ...testCard(), ...still)
      const args = ['-map', '0', '-map', '1', '-c:v', 'copy', '-id3v2_version', '3']
      return await factory.encode('covered.mp3', ...tone(), '-i', cover, ...args, '-disposition:v', 'attached_pic')
    },
    expected: 'no_video_stream',
  },
  {
    name: 'a Matroska song with a cover attached',
    async make(factory) {
      const cover = await factory.encode('cover.png', ...testCard(), ...still)
      return await factory.encode('covered.mkv', ...tone(), '-attach', cover, '-metadata:s:t', 'mimetype=image/png')
    },
    expected: 'no_video_stream',
  },
  written('subtitles', 'subtitles.mp4', '1\n00:00:00,000 --> 00:00:01,000\nHello.\n', 'not_a_video'),
  written('WebVTT', 'captions.webm', 'WEBVTT\n\n00:00.000 --> 00:01.000\nHello.\n', 'not_a_video'),
  written('styled subtitles', 'styled.mkv', '[Script Info]\nScriptType: v4.00+\n\n[Events]\n', 'not_a_video'),
  written('a PDF', 'paper.mp4', '%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\n%%EOF\n', 'not_a_video'),
  written('an archive', 'archive.mp4', latin(`PK\x03\x04\x14${'\0'.repeat(200)}`), 'not_a_video'),
  written('a Windows program', 'program.mp4', latin(`MZ\x90\0\x03${'\0'.repeat(500)}PE\0\0`), 'not_a_video'),
  written('a Linux program', 'program.webm', latin(`\x7fELF\x02\x01\x01${'\0'.repeat(500)}`), 'not_a_video'),
  written('a shell script', 'script.mov', '#!/bin/sh\ntouch /tmp/hoshi-was-here\n', 'not_a_video'),
  written('zeros', 'zeros.mp4', new Uint8Array(3_000_000), 'not_a_video'),
  written(
    'noise',
    'noise.ts',
    Uint8Array.from({ length: 500_000 }, (_, n) => (n * 2654435761) >>> 23),
    'not_a_video',
  ),
  written('a Matroska file of another document type', 'other-kind.mkv', matroskaOfKind('spreadsheet'), 'unreadable'),
  written(
    'a file that makes ffprobe print that the disk is full',
    'no-space.mkv',
    matroskaOfKind('x: No space left on device\n'),
    'unreadable',
  ),
  written('one byte', 'one-byte.mp4', '\0', 'not_a_video'),
  {
    name: 'a page with a video behind it',
    make: async (factory) =>
      await factory.write('page-and-film.mp4', Buffer.concat([latin('<html><body>\n'), await factory.bytes()])),
    expected: 'not_a_video',
  },
]
