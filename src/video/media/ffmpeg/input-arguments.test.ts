import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createMediaInfo } from '#tests/support/media/media-info.ts'
import { copyArguments } from '../hls/hls-arguments.ts'
import { ladderArguments } from '../hls/ladder-arguments.ts'
import { planRenditions } from '../ladder.ts'
import { uploadedDecoders } from './decoders.ts'
import { decodedUploadedInput, imageInput, ownClipInput, ownPlaylistInput, uploadedInput } from './input-arguments.ts'

describe('uploaded bytes', () => {
  it('are opened with all three whitelists, as a file', () => {
    const args = uploadedInput('/scratch/a')
    expect(args).toEqual([
      ...['-protocol_whitelist', 'file'],
      ...['-format_whitelist', 'mov,matroska,avi,mpegts,mpeg,ogg,flv,asf,mxf'],
      ...['-codec_whitelist', uploadedDecoders],
      ...['-i', 'file:/scratch/a'],
    ])
    expect(decodedUploadedInput('/scratch/a', 2, createMediaInfo()).slice(-args.length)).toEqual(args)
  })
  it('are opened as MP4 and nothing else during the upload', () => {
    const ingest = { sizeBytes: 9, copyTo: async () => {}, at: async () => null }
    expect(uploadedInput(ingest).join(' ')).toBe(
      `-protocol_whitelist pipe -format_whitelist mov -codec_whitelist ${uploadedDecoders} -analyzeduration 15M -f mov -i pipe:0`,
    )
  })
  it('are opened as the image that they are, within the pixel limit', () => {
    expect(imageInput('/scratch/a', 'webp_pipe').join(' ')).toBe(
      '-threads 1 -max_pixels 40000000 -protocol_whitelist file -format_whitelist webp_pipe -codec_whitelist webp -f webp_pipe -i file:/scratch/a',
    )
  })
  it('reach ffmpeg through this module only', async () => {
    const media = join(import.meta.dirname, '..')
    const files = (await readdir(media, { recursive: true })).filter(
      (name) => name.endsWith('.ts') && !name.includes('.test.') && name !== 'ffmpeg/input-arguments.ts',
    )
    expect(files.length).toBeGreaterThan(40)
    for (const name of files) {
      const text = await readFile(join(media, name), 'utf8')
      expect(text, name).not.toMatch(/'-i'|_whitelist/)
    }
  })
})

it('our own files are opened in their own formats, and name no others', () => {
  expect(ownClipInput('sound.mp4').join(' ')).toBe(
    '-protocol_whitelist file -format_whitelist mov -codec_whitelist h264,aac,libdav1d,libaom-av1 -f mov -i sound.mp4',
  )
  expect(ownPlaylistInput('index.m3u8').join(' ')).toBe(
    '-protocol_whitelist file -format_whitelist hls,mov -codec_whitelist h264,aac,libdav1d,libaom-av1 -f hls -i index.m3u8',
  )
})

describe('the arguments of a run', () => {
  const argumentsFor = (changes: Parameters<typeof createMediaInfo>[0]) => {
    const mediaInfo = createMediaInfo(changes)
    const { copy, encodes } = planRenditions(mediaInfo)
    const args = copy
      ? copyArguments('/scratch/a', copy, mediaInfo)
      : ladderArguments('/scratch/a', { targets: encodes, mediaInfo, segmentStarts: null }, 2)
    return args.join(' ')
  }

  it('select the chosen streams, and neither subtitles, data, metadata nor chapters', () => {
    expect(argumentsFor({ video: { index: 2 }, audio: { index: 1 } })).toContain('-map 0:2 -map 0:1 -c:v copy')
    for (const changes of [{}, { video: { codec: 'vp9' } }]) {
      expect(argumentsFor(changes)).toContain('-sn -dn -map_metadata -1 -map_chapters -1')
    }
  })
  it('log nothing but errors, and end a second after the longest accepted video', () => {
    for (const changes of [{}, { video: { codec: 'vp9' } }]) {
      expect(argumentsFor(changes)).toMatch(/^-v error .* -t 601.5 /)
    }
  })
  it('copy packets without decoding', () => {
    const args = argumentsFor({})
    expect(args).toMatch(/-c:v copy .*-bsf:v \S+ -c:a copy/)
    expect(args).not.toMatch(/-vf|libx264/)
  })
  it('mix audio down beside copied video', () => {
    expect(argumentsFor({ audio: { channels: 6 } })).toMatch(/-c:v copy .*-c:a aac .*-ac 2/)
  })
  it('preserve mono', () => {
    expect(argumentsFor({ audio: { channels: 1, codec: 'mp3' } })).toContain('-ac 1')
  })
  it('decode once, scale each size from the next larger one, and share the audio', () => {
    const args = argumentsFor({ video: { codec: 'vp9', width: 1920, height: 1080 } })
    expect(args).toMatch(/scale='[^']*,1920\)':'[^']*,1080\)'/)
    expect(args.match(/scale=\d+:\d+/g)).toEqual(['scale=1280:720', 'scale=854:480', 'scale=640:360'])
    expect(args.match(/ -i /g)).toHaveLength(1)
    expect(args.match(/ -c:a aac /g)).toHaveLength(1)
    expect(args).toContain("[select=\\'v:3,a\\':f=\\'hls\\':")
    expect(argumentsFor({ video: { codec: 'vp9' }, audio: null })).toContain("[select=\\'v:0\\':f=\\'hls\\':")
  })
  it('tone-map HDR, after scaling, and nothing else', () => {
    const args = argumentsFor({ video: { codec: 'hevc', colorTransfer: 'smpte2084' } })
    expect(args).toMatch(/scale=[^;]*,1280\)':'[^;]*color_trc=smpte2084[^;]*tonemap[^;]*split=2/)
    expect(argumentsFor({ video: { codec: 'hevc', colorTransfer: 'bt709' } })).not.toContain('tonemap')
  })
  it('deinterlace only what is interlaced', () => {
    expect(argumentsFor({ video: { isInterlaced: true } })).toContain('bwdif')
    expect(argumentsFor({ video: { codec: 'vp9' } })).not.toContain('bwdif')
  })
  it('preserve exact and variable frame rates', () => {
    const rate = { numerator: 30000, denominator: 1001 }
    expect(argumentsFor({ video: { codec: 'vp9', frameRate: rate } })).toContain('-r:v 30000/1001 -fps_mode:v vfr')
    expect(argumentsFor({ video: { codec: 'vp9', isConstantFrameRate: false } })).toContain('-fps_mode:v passthrough')
  })
  it('begin a segment every four seconds, counted from the last one for variable frame rates', () => {
    expect(argumentsFor({ video: { codec: 'vp9' } })).toContain('-force_key_frames:v expr:gte(t,n_forced*4) ')
    expect(argumentsFor({ video: { codec: 'vp9', isConstantFrameRate: false } })).toContain(
      '-force_key_frames:v expr:isnan(prev_forced_t)+gte(t,prev_forced_t+4-1e-6) ',
    )
  })
  it('preserve the offset of video that starts after the audio', () => {
    const moved = /-bsf:v \S*setts=pts=if\(eq\(N\\,0\)\\,0\\,PTS\)/
    expect(argumentsFor({ video: { startSeconds: 0.5 } })).toMatch(moved)
    expect(argumentsFor({ video: { startSeconds: 0.01 } })).not.toMatch(moved)
    expect(argumentsFor({ audio: { startSeconds: 0.5 } })).not.toMatch(moved)
  })
})
