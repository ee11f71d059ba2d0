import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { beepsBesideFlashes, type FlashAndBeep, makeFlashAndBeep } from '#tests/support/media/flash-and-beep.server.ts'
import { setUpRenditions } from '#tests/support/media/rendition-maker.server.ts'

const renditions = setUpRenditions()

const video = {
  h264: ['-c:v', 'libx264', '-preset', 'ultrafast', '-bf', '2'],
  mpeg2: ['-c:v', 'mpeg2video', '-q:v', '5'],
  mpeg4: ['-c:v', 'mpeg4', '-q:v', '5'],
  vp8: ['-c:v', 'libvpx', '-deadline', 'realtime', '-cpu-used', '8'],
  theora: ['-c:v', 'libtheora', '-q:v', '5'],
  wmv: ['-c:v', 'wmv2', '-q:v', '5'],
}
const audio = (codec: string, ...more: string[]) => ['-c:a', codec, ...more]

const all = [1, 2, 3, 4, 5]
const changes: Record<string, [Partial<FlashAndBeep>, number[]]> = {
  'tracks that start together': [{}, all],
  'sound that starts 0.2 s later': [{ soundDelaySeconds: 0.2 }, all],
  'sound that starts 0.5 s earlier': [{ soundDelaySeconds: -0.5 }, all],
  'a hole': [{ lostSound: 'between(t,2.5,3.5)' }, [1, 2, 4, 5]],
  'many small holes': [{ lostSound: 'not(mod(n,10))*between(mod(t,1),0.2,0.8)' }, all],
}

/**
 * Each with the number of the changes above, from the first on, that its container can state: some count samples or frames. In a
 * program stream few pictures have times, and ffmpeg reads one behind a hole a frame late.
 */
const kinds: [name: string, film: Pick<FlashAndBeep, 'video' | 'audio' | 'container'>, changes: number][] = [
  ['AAC in MP4', { video: video.h264, audio: audio('aac'), container: 'mp4' }, 5],
  ['AAC at 44.1 kHz in MP4', { video: video.h264, audio: audio('aac', '-ar', '44100'), container: 'mp4' }, 5],
  ['MP3 in MP4', { video: video.h264, audio: audio('libmp3lame'), container: 'mp4' }, 5],
  ['AAC beside MPEG-4 in MP4', { video: video.mpeg4, audio: audio('aac'), container: 'mp4' }, 5],
  ['PCM in MOV', { video: video.h264, audio: audio('pcm_s16le'), container: 'mov' }, 3],
  ['AAC in Matroska', { video: video.h264, audio: audio('aac'), container: 'mkv' }, 5],
  ['AAC at 44.1 kHz in Matroska', { video: video.h264, audio: audio('aac', '-ar', '44100'), container: 'mkv' }, 5],
  ['FLAC in Matroska', { video: video.h264, audio: audio('flac'), container: 'mkv' }, 5],
  ['Opus in WebM', { video: video.vp8, audio: audio('libopus'), container: 'webm' }, 5],
  ['Vorbis in WebM', { video: video.vp8, audio: audio('libvorbis'), container: 'webm' }, 5],
  ['AAC in a transport stream', { video: video.h264, audio: audio('aac'), container: 'ts' }, 5],
  ['MP2 in a program stream', { video: video.mpeg2, audio: audio('mp2'), container: 'mpg' }, 3],
  ['AAC in Flash', { video: video.h264, audio: audio('aac'), container: 'flv' }, 5],
  ['WMA in ASF', { video: video.wmv, audio: audio('wmav2'), container: 'asf' }, 5],
  ['Vorbis in Ogg', { video: video.theora, audio: audio('libvorbis'), container: 'ogv' }, 2],
  ['PCM in AVI', { video: video.mpeg4, audio: audio('pcm_s16le'), container: 'avi' }, 1],
  ['PCM in MXF', { video: video.mpeg2, audio: audio('pcm_s16le'), container: 'mxf' }, 1],
]

it.each(kinds)('%s plays each beep beside its flash as in the source', async (kindName, kind, count) => {
  const some = Object.entries(changes).slice(0, count)
  expect(some).toHaveLength(count)
  for (const [name, [change, beeps]] of some) {
    const film = { seconds: 6, ...kind, ...change }
    const source = await makeFlashAndBeep(join(renditions.dir, `${kindName}, ${name}`), film)
    const { outDir } = await renditions.makeFrom(source)
    expect(await beepsBesideFlashes(outDir, film), name).toEqual(beeps)
  }
})

it('plays each beep beside its flash when a track that is not used starts before both', async () => {
  const film = { seconds: 6, video: video.h264, audio: audio('aac'), container: 'mkv' }
  const path = await makeFlashAndBeep(join(renditions.dir, 'alone'), film)
  const source = join(renditions.dir, 'beside.mkv')
  const tone = ['-f', 'lavfi', '-i', 'sine=frequency=300:duration=6.77']
  const shifted = ['-itsoffset', '0.77', '-i', path]
  const output = ['-map', '1', '-map', '0', '-c', 'copy', '-c:a:1', 'flac', source]
  await promisify(execFile)('ffmpeg', ['-v', 'error', '-nostdin', ...tone, ...shifted, ...output])
  const { outDir, mediaInfo, target } = await renditions.makeFrom(source)
  expect(target).toMatchObject({ kind: 'copy', audio: 'copy' })
  expect(mediaInfo).toMatchObject({ zeroSeconds: 0 })
  expect(await beepsBesideFlashes(outDir, film)).toEqual(all)
})
