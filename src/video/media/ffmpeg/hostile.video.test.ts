import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeClip } from '#tests/support/media/clips.server.ts'
import { probeMedia } from '../probe/probe.server.ts'
import { validate } from '../validation.ts'
import { imageDecoder, isDecodable, uploadedDecoders } from './decoders.ts'
import { runTool } from './run-tool.server.ts'

const run = promisify(execFile)
let dir: string
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'hoshi-hostile-'))
})
afterAll(() => rm(dir, { recursive: true, force: true }))

async function write(name: string, content: string | Uint8Array): Promise<string> {
  const path = join(dir, name)
  await writeFile(path, content)
  return path
}

async function reasonFor(path: string): Promise<string> {
  const validation = validate(await probeMedia(path))
  return validation.ok ? 'ok' : validation.reasonCode
}

async function makeFile(name: string, ...args: string[]): Promise<string> {
  const path = join(dir, name)
  await run('ffmpeg', ['-v', 'error', '-nostdin', '-y', ...args, path])
  return path
}

const singleFrame = ['-f', 'lavfi', '-i', 'testsrc2=size=64x64:duration=1', '-frames:v', '1']

describe('a file that is no video', () => {
  it('is refused with a helpful reason', async () => {
    expect(await reasonFor(await write('empty.mp4', ''))).toBe('empty_file')
    expect(await reasonFor(await write('text.mp4', 'hello'))).toBe('not_a_video')
    expect(await reasonFor(await write('page.mp4', '<html><script>alert(1)</script></html>'))).toBe('not_a_video')
    expect(await reasonFor(await write('zeros.mp4', new Uint8Array(100_000)))).toBe('not_a_video')
    expect(await reasonFor(await write('program.mp4', '#!/bin/sh\nexit 1\n'))).toBe('not_a_video')
  })
  it('is refused as a still when it is a renamed image', async () => {
    for (const kind of ['png', 'jpg', 'gif', 'webp', 'bmp', 'tiff']) {
      const path = await makeFile(`still.${kind}`, ...singleFrame)
      const renamed = join(dir, `still-${kind}.mp4`)
      await run('cp', [path, renamed])
      expect(await reasonFor(renamed), kind).toBe('still_picture')
    }
  })
  it('is refused as a still when it is a video of one frame, with or without audio', async () => {
    expect(await reasonFor(await makeFile('one.mp4', ...singleFrame))).toBe('still_picture')
    const audio = ['-f', 'lavfi', '-i', 'sine=duration=3']
    const path = await makeFile('one-sound.mp4', ...singleFrame.slice(0, 4), ...audio, '-frames:v', '1')
    expect(await reasonFor(path)).toBe('still_picture')
  })
  it('is refused as audio, also with a cover', async () => {
    expect(await reasonFor(await makeClip(dir, { video: 'none', container: 'm4a' }))).toBe('no_video_stream')
    const tone = ['-f', 'lavfi', '-i', 'sine=duration=2']
    const png = await makeFile('cover.png', ...singleFrame)
    const cover = ['-i', png, '-map', '0', '-map', '1', '-c:v', 'copy', '-disposition:v:0', 'attached_pic']
    expect(await reasonFor(await makeFile('covered.m4a', ...tone, ...cover, '-f', 'mp4'))).toBe('no_video_stream')
    expect(await reasonFor(await makeFile('tone.mp3', ...tone))).toBe('no_video_stream')
    expect(await reasonFor(await makeFile('tone.wav', ...tone))).toBe('no_video_stream')
  })
  it('is refused when a container holds too many streams', async () => {
    const maps = Array.from({ length: 33 }, () => ['-map', '0:a']).flat()
    const path = await makeFile('streams.mkv', '-f', 'lavfi', '-i', 'sine=duration=1', ...maps, '-c:a', 'pcm_s16le')
    expect(await reasonFor(path)).toBe('too_many_streams')
  })
  it('is refused for the shape of its frames', async () => {
    const sized = (size: string) => ['-f', 'lavfi', '-i', `color=size=${size}:duration=1:rate=5`, '-c:v', 'mpeg4']
    expect(await reasonFor(await makeFile('wide.mp4', ...sized('1000x100')))).toBe('odd_aspect')
    expect(await reasonFor(await makeFile('small.mp4', ...sized('32x8')))).toBe('too_small_picture')
    expect(await reasonFor(await makeFile('large.mkv', ...sized('8200x1200'), '-c:v', 'ffv1'))).toBe(
      'too_large_picture',
    )
  })
})

describe('the codec of a stream', () => {
  it('is refused before its decoder sees a packet when it is obsolete', async () => {
    const clip = ['-f', 'lavfi', '-i', 'testsrc2=size=64x64:duration=1']
    expect(await reasonFor(await makeFile('asv1.avi', ...clip, '-c:v', 'asv1'))).toBe('video_codec_unsupported')
  })
  it('does not matter when it is that of subtitles beside the video', async () => {
    const text = await write('text.srt', '1\n00:00:00,000 --> 00:00:01,000\nHello.\n')
    const inputs = ['-i', await makeClip(dir, {}), '-i', text, '-map', '0', '-map', '1', '-map', '1', '-c', 'copy']
    expect(await reasonFor(await makeFile('texts.mkv', ...inputs, '-c:s:0', 'srt', '-c:s:1', 'ass'))).toBe('ok')
  })
})

it('every listed decoder exists in ffmpeg', async () => {
  const { stdout } = await runTool({ tool: 'ffmpeg', args: ['-decoders'], deadlineMs: 60_000 })
  const known = stdout.split('\n').map((line) => line.trim().split(/\s+/)[1])
  const listed = [...uploadedDecoders.split(','), ...Object.values(imageDecoder)]
  // Built in or not, depending on the distribution.
  const optional = ['hap', 'libdav1d', 'libaom-av1', 'libzvbi_teletextdec']
  expect(listed.filter((name) => !known.includes(name) && !optional.includes(name))).toEqual([])
})

/**
 * Files that name another one. The other is a pipe without a writer: opening it blocks, so a result within the test's
 * time shows that it was not opened.
 */
const scripts: [string, (target: string) => string][] = [
  [
    'a playlist',
    (target) => `#EXTM3U\n#EXT-X-VERSION:3\n#EXT-X-TARGETDURATION:2\n#EXTINF:2,\n${target}\n#EXT-X-ENDLIST\n`,
  ],
  [
    'a master playlist',
    (target) =>
      `#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\n${target}\n#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",URI="${target}"\n`,
  ],
  ['a concat script', (target) => `ffconcat version 1.0\nfile '${target}'\n`],
  ['a session description', (target) => `v=0\nc=IN IP4 127.0.0.1\nm=video 5004 RTP/AVP 96\na=control:${target}\n`],
  [
    'a DASH manifest',
    (target) =>
      `<?xml version="1.0"?><MPD xmlns="urn:mpeg:dash:schema:mpd:2011" type="static" mediaPresentationDuration="PT2S"><Period><AdaptationSet mimeType="video/mp4"><Representation id="1" bandwidth="1"><BaseURL>${target}</BaseURL></Representation></AdaptationSet></Period></MPD>`,
  ],
]

describe('a script renamed to a video', () => {
  it.each(scripts)('%s is refused and the file it names is not read', async (name, script) => {
    const trap = join(dir, `trap-${name.replaceAll(' ', '-')}`)
    await run('mkfifo', [trap])
    for (const extension of ['mp4', 'ts', 'webm']) {
      const path = await write(`${name}.${extension}`, script(trap))
      expect(await reasonFor(path)).toBe('not_a_video')
    }
  })

  it('would be read without the whitelist of formats: the traps work', async () => {
    const target = await makeClip(dir, { container: 'ts' })
    const followed = scripts.filter(([name]) => ['a playlist', 'a concat script'].includes(name))
    expect(followed).toHaveLength(2)
    for (const [name, script] of followed) {
      const path = await write(`open ${name}.mp4`, script(target))
      const options = name.includes('concat') ? ['-safe', '0'] : []
      const args = ['-v', 'error', ...options, '-show_entries', 'stream=width', '-i', path]
      const { stdout } = await runTool({ tool: 'ffprobe', args, inputFile: path, deadlineMs: 60_000 })
      expect(stdout, name).toContain('width=320')
    }
  })
})

it('every codec that is taken is known by the name that ffprobe gives it', async () => {
  const { stdout } = await runTool({ tool: 'ffmpeg', args: ['-decoders'], deadlineMs: 60_000 })
  const decoders = stdout.split('\n').map((line) => /^ ([VA])\S+ +(\S+) .*?(?:\(codec (\S+)\))?$/.exec(line))
  const listed = decoders.flatMap((match) => (match && uploadedDecoders.split(',').includes(match[2]!) ? [match] : []))
  expect(listed.length).toBeGreaterThan(80)
  const codecs = listed.map(([, , name, codec = name]) => codec)
  expect(codecs.filter((codec_name) => !isDecodable({ codec_name: codec_name! }))).toEqual([])
})
