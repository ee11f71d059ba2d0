import { describe, expect, it } from 'vitest'
import { peakBitRate, readMediaPlaylist, targetSecondsOf, withSegmentLengths } from '../hls/media-playlist.ts'
import { codecsOfInitSegment } from '../mp4/fmp4-codecs.ts'
import { parseHeader } from '../probe/probe-header.ts'
import { sniffKind } from '../probe/sniff.ts'
import { createLineSplitter } from './line-splitter.ts'
import { createProgressReader, type ToolProgress } from './progress.ts'
import { isOutputTooLarge, ToolError } from './tool-error.ts'

const bytes = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0))

describe('sniffKind', () => {
  it.each([
    ['an empty file', '', '', 'empty'],
    ['PNG', '\x89PNG\r\n', '', 'picture'],
    ['JPEG', '\xff\xd8\xff\xe0', '', 'picture'],
    ['GIF', 'GIF89a', '', 'picture'],
    ['WebP', 'RIFF....WEBP', '', 'picture'],
    ['AVIF', '\0\0\0\x20ftypavif', '', 'picture'],
    ['MP3', 'ID3\x04', '', 'audio'],
    ['WAV', 'RIFF....WAVE', '', 'audio'],
    ['a broken AVI', 'RIFF....AVI ', '', 'damaged'],
    ['an MP4 without its index', '\0\0\0\x20ftypisom', '... moov atom not found', 'cut_off'],
    ['a broken MP4', '\0\0\0\x20ftypisom', 'Invalid data', 'damaged'],
    ['a broken WebM', '\x1a\x45\xdf\xa3', '', 'damaged'],
    ['text that ffmpeg takes for an MP4', 'hello world', 'moov atom not found', 'foreign'],
    ['a playlist', '#EXTM3U\n', '', 'foreign'],
    ['a video in a codec that is not opened', 'RIFF....AVI ', "Codec (cinepak) not on whitelist 'h264'", 'foreign'],
  ])('%s', (_name, start, stderr, kind) => {
    expect(sniffKind(bytes(start), stderr)).toBe(kind)
  })
})

describe('parseHeader', () => {
  const stream = (changes: object) => ({
    index: 0,
    codec_type: 'video',
    codec_name: 'h264',
    width: 8,
    height: 8,
    ...changes,
  })
  const parse = (...streams: object[]) =>
    parseHeader(JSON.stringify({ format: { nb_streams: streams.length }, streams }))

  it('ignores covers, thumbnails and unknown codecs', () => {
    const header = parse(
      stream({ disposition: { attached_pic: 1 } }),
      stream({ index: 1, disposition: { timed_thumbnails: 1 } }),
      stream({ index: 2, codec_name: undefined }),
      stream({ index: 3, disposition: { attached_pic: 0 } }),
    )
    expect(header.video?.index).toBe(3)
  })
  it.each([
    [-90, 270],
    [90, 90],
    [180, 180],
    [-180, 180],
    [0, 0],
    [-90.3, 270],
    [44.8, 0],
    [45.2, 90],
    [360, 0],
  ])('reads a rotation of %d as %d', (degrees, rotation) => {
    expect(parse(stream({ side_data_list: [{}, { rotation: degrees }] })).video?.rotation).toBe(rotation)
  })
  it('treats unknown pixels as square ones', () => {
    expect(parse(stream({ sample_aspect_ratio: '0:1' })).video?.pixelAspect).toBe(1)
    expect(parse(stream({})).video?.pixelAspect).toBe(1)
    expect(parse(stream({ sample_aspect_ratio: '4:3' })).video?.pixelAspect).toBeCloseTo(4 / 3)
  })
})

describe('codecsOfInitSegment', () => {
  const avcC = 'avcC\x01\x64\x00\x1f\xff'
  const esds = `esds\0\0\0\0\x03\x80\x80\x80\x25\0\x02\0\x04\x80\x80\x80\x17\x40\x15${'\0'.repeat(11)}\x05\x80\x80\x80\x02\x11\x90`

  it('names video and audio', () => {
    expect(codecsOfInitSegment(bytes(`....${avcC}....${esds}`))).toBe('avc1.64001f,mp4a.40.2')
  })
  it('names video alone, and takes nothing else for audio', () => {
    expect(codecsOfInitSegment(bytes(`....${avcC}`))).toBe('avc1.64001f')
    expect(codecsOfInitSegment(bytes(`...\x05\x02\x11\x90${avcC}`))).toBe('avc1.64001f')
  })
  it.each([
    ['\x81\x08\x0c\0', 'av01.0.08M.08'],
    ['\x81\x0d\x4c\0', 'av01.0.13M.10'],
    ['\x81\x4d\xe0\0', 'av01.2.13H.12'],
    // The position of colour samples says nothing about depth.
    ['\x81\x08\x0d\0', 'av01.0.08M.08'],
    ['\x81\x0d\x4d\0', 'av01.0.13M.10'],
  ])('names profile, level, tier and depth of AV1', (setup, codec) => {
    expect(codecsOfInitSegment(bytes(`....av1C${setup}....${esds}`))).toBe(`${codec},mp4a.40.2`)
  })
  it('is null for malformed bytes', () => {
    expect(codecsOfInitSegment(bytes('avcC'))).toBeNull()
    expect(codecsOfInitSegment(bytes('....esds\0\0\0\0\x03\x80\x80'))).toBeNull()
    expect(codecsOfInitSegment(new Uint8Array())).toBeNull()
  })
})

describe('withSegmentLengths', () => {
  it('replaces other lengths by those of the segments', () => {
    const before = '#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXTINF:4.0,\n0001.m4s\n#EXTINF:1,\n0002.m4s\n'
    expect(withSegmentLengths(before, [4.05, 7.5])).toBe(
      '#EXTM3U\n#EXT-X-TARGETDURATION:8\n#EXTINF:4.050000,\n0001.m4s\n#EXTINF:7.500000,\n0002.m4s\n',
    )
  })
})

describe('readMediaPlaylist', () => {
  const playlist = (...lines: string[]) => readMediaPlaylist(['#EXTM3U', ...lines].join('\n'))
  const map = '#EXT-X-MAP:URI="init.mp4"'

  it('reads a finished playlist', () => {
    expect(playlist(map, '#EXTINF:4.000000,', '0001.m4s', '#EXTINF:1.5,', '0002.m4s', '#EXT-X-ENDLIST')).toEqual({
      init: 'init.mp4',
      segments: [
        { uri: '0001.m4s', seconds: 4 },
        { uri: '0002.m4s', seconds: 1.5 },
      ],
    })
  })
  it('refuses an unfinished one, an empty one and files elsewhere', () => {
    expect(playlist(map, '#EXTINF:4,', '0001.m4s')).toBeNull()
    expect(playlist(map, '#EXT-X-ENDLIST')).toBeNull()
    expect(playlist('#EXTINF:4,', '0001.m4s', '#EXT-X-ENDLIST')).toBeNull()
    expect(playlist(map, '#EXTINF:4,', '../0001.m4s', '#EXT-X-ENDLIST')).toBeNull()
    expect(playlist(map, '#EXTINF:4,', 'http://example.org/1', '#EXT-X-ENDLIST')).toBeNull()
    expect(readMediaPlaylist('')).toBeNull()
  })
})

describe('createLineSplitter', () => {
  it('joins pieces and emits the rest at the end', () => {
    const lines: string[] = []
    const splitter = createLineSplitter((line) => lines.push(line))
    for (const piece of ['a', 'b\nc', '\n', 'd']) splitter.push(piece)
    splitter.end()
    expect(lines).toEqual(['ab', 'c', 'd'])
  })
  it('does not collect an endless line', () => {
    const lines: string[] = []
    const splitter = createLineSplitter((line) => lines.push(line))
    for (let i = 0; i < 100; i++) splitter.push('x'.repeat(10_000))
    splitter.end()
    expect(lines.join('').length).toBeLessThan(100_000)
  })
})

describe('createProgressReader', () => {
  const readBlocks = (...blocks: [frame: number, microseconds: string][]) => {
    const seen: ToolProgress[] = []
    const read = createProgressReader((progress) => seen.push(progress))
    for (const [frame, microseconds] of blocks) {
      for (const line of [`frame=${frame}`, 'total_size=N/A', `out_time_us=${microseconds}`, 'progress=continue'])
        read(line)
    }
    return seen.map(({ frames, seconds }) => [frames, seconds])
  }

  it('calls back when a figure grows, not when ffmpeg only reports', () => {
    expect(readBlocks([0, 'N/A'], [10, '400000'], [10, '400000'], [20, '800000'])).toEqual([
      [10, 0.4],
      [20, 0.8],
    ])
  })
  it('calls back at the first frame, before any time is known', () => {
    expect(readBlocks([1, 'N/A'])).toEqual([[1, 0]])
  })
})

describe('ToolError', () => {
  const failure = { tool: 'ffmpeg', kind: 'exit', exitCode: 1, signal: null, stderr: 'Invalid data found' } as const

  it('blames the file when ffmpeg refuses it or crashes on it', () => {
    expect(new ToolError(failure).isOutage).toBe(false)
    expect(new ToolError({ ...failure, exitCode: null, signal: 'SIGSEGV' }).isOutage).toBe(false)
    expect(new ToolError({ ...failure, kind: 'output_limit' }).isOutage).toBe(false)
  })
  it('blames the machine for a full disk, a missing program, lost time or a kill', () => {
    expect(
      new ToolError({ ...failure, stderr: 'av_interleaved_write_frame(): No space left on device' }).isOutage,
    ).toBe(true)
    expect(new ToolError({ ...failure, kind: 'missing' }).isOutage).toBe(true)
    expect(new ToolError({ ...failure, kind: 'deadline' }).isOutage).toBe(true)
    expect(new ToolError({ ...failure, kind: 'stalled' }).isOutage).toBe(true)
    expect(new ToolError({ ...failure, kind: 'aborted' }).isOutage).toBe(true)
    expect(new ToolError({ ...failure, exitCode: null, signal: 'SIGKILL' }).isOutage).toBe(true)
  })
  it('blames the machine when a program that starts the tool fails', () => {
    const refused = [
      'unshare: unshare failed: Operation not permitted\n',
      'prlimit: failed to set the AS resource limit',
      'mount: /sys/a: mount failed.\n       dmesg(1) may have more information after failed mount system call.\n',
      'file:source: Permission denied\n',
    ]
    const loader = '/usr/bin/ffmpeg: error while loading shared libraries: libx264.so: cannot open shared object file'
    for (const stderr of [...refused, loader]) expect(new ToolError({ ...failure, stderr }).isOutage).toBe(true)
  })
  it('recognises a run that exceeded its file size limit', () => {
    expect(isOutputTooLarge('av_interleaved_write_frame(): File too large\nError writing trailer\n')).toBe(true)
    expect(isOutputTooLarge("Unknown EBML doctype ': File too large'\n")).toBe(false)
  })
  it('blames the file when it injects such text into the output', () => {
    const output = 'unshare: unshare failed: Operation not permitted\n[matroska]: No space left on device'
    const stderr = `${output}\nsource: Invalid data found when processing input\n`
    expect(new ToolError({ ...failure, tool: 'ffprobe', stderr }).isOutage).toBe(false)
    const quoted = "Unknown EBML doctype 'No space left on device'"
    expect(new ToolError({ ...failure, stderr: quoted }).isOutage).toBe(false)
    const real = 'file:/scratch/source: Too many open files\n'
    expect(new ToolError({ ...failure, tool: 'ffprobe', stderr: real }).isOutage).toBe(true)
  })
})

describe('the bit rate of a media playlist', () => {
  const segment = (seconds: number, kilobits: number) => ({ seconds, sizeBytes: (kilobits * 1000) / 8 })

  it('has the target duration that segments round to', () => {
    expect(targetSecondsOf([4, 4.4, 1])).toBe(4)
    expect(targetSecondsOf([4, 4.5])).toBe(5)
    expect(targetSecondsOf([0.2])).toBe(1)
  })
  it('peaks where contiguous segments of 0.5 to 1.5 target durations do', () => {
    expect(peakBitRate([segment(4, 400), segment(4, 800), segment(2, 600)], 4)).toBe(300_000)
    expect(peakBitRate([segment(4, 400), segment(4, 800), segment(0.5, 400)], 4)).toBeCloseTo(1_200_000 / 4.5)
    expect(peakBitRate([segment(1, 100), segment(1, 900), segment(1, 900), segment(4, 400)], 4)).toBe(900_000)
  })
  it('is that of all segments when none is long enough', () => {
    expect(peakBitRate([segment(0.25, 100)], 1)).toBe(400_000)
  })
})
