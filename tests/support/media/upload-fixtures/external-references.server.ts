import { relative } from 'node:path'
import type { FixtureFactory, UploadFixture } from './fixture.server.ts'
import { playable, testCard } from './fixture.server.ts'
import { box, boxesOf, editMoov, uint32s } from './mp4-boxes.ts'

type Write = (factory: FixtureFactory) => string

function script(
  name: string,
  extension: string,
  content: Write,
  expected: UploadFixture['expected'] = 'not_a_video',
): UploadFixture {
  const fileName = `${name.replaceAll(/\W+/g, '-')}.${extension}`
  return { name, make: async (factory) => await factory.write(fileName, content(factory)), expected }
}

const playlist = (...lines: string[]) =>
  ['#EXTM3U', '#EXT-X-VERSION:7', '#EXT-X-TARGETDURATION:1', ...lines, '#EXT-X-ENDLIST', ''].join('\n')
const segment = (url: string) => playlist('#EXTINF:1,', url)
const dash = (url: string) =>
  `<?xml version="1.0"?><MPD xmlns="urn:mpeg:dash:schema:mpd:2011" type="static" mediaPresentationDuration="PT1S"><Period><AdaptationSet mimeType="video/mp4"><Representation id="1" bandwidth="1"><BaseURL>${url}</BaseURL></Representation></AdaptationSet></Period></MPD>`

/** An alias as in old QuickTime files: the samples of a track are in another file. */
function alias(path: string): Buffer {
  const name = Buffer.from(path)
  const fixed = Buffer.alloc(150)
  const padded = name.length % 2 === 0 ? name : Buffer.concat([name, Buffer.alloc(1)])
  const head = Buffer.alloc(4)
  head.writeUInt16BE(2, 0)
  head.writeUInt16BE(name.length, 2)
  const entries = Buffer.concat([head, padded, Buffer.from([0xff, 0xff, 0, 0])])
  return box('alis', uint32s(0), fixed, entries)
}

/** An MP4 with only its index, which refers to media in another file. */
async function withExternalData(factory: FixtureFactory, fileName: string, reference: Buffer): Promise<string> {
  const bytes = await factory.bytes({ seconds: 4, audio: 'none', extra: ['-movflags', '0'] })
  const changed = editMoov(bytes, (moov, all) => {
    for (const dref of boxesOf([moov], 'dref')) dref.body = Buffer.concat([uint32s(0, 1), reference])
    const data = all.find(({ type }) => type === 'mdat')
    if (data) data.body = Buffer.alloc(0)
  })
  return await factory.write(fileName, changed)
}

/** Files that name other files or URLs. */
export const externalReferences: UploadFixture[] = [
  script('an HLS playlist of a local video', 'mp4', ({ canaries }) => segment(canaries.stream)),
  script('an HLS playlist of a local video by its URL', 'mov', ({ canaries }) => segment(`file://${canaries.stream}`)),
  script('an HLS playlist of a file beside the server', 'webm', ({ canaries }) =>
    segment(relative('/work', canaries.stream)),
  ),
  script('an HLS playlist of a text file', 'mp4', ({ canaries }) => segment(canaries.text)),
  script('an HLS playlist of joined files', 'ts', ({ canaries }) =>
    segment(`concat:${canaries.text}|${canaries.stream}`),
  ),
  script('an HLS playlist of a remote segment', 'mp4', ({ url }) => segment(`${url}/segment.ts`)),
  script('an HLS playlist with a data URL', 'mp4', () => segment('data:video/mp2t;base64,R0AAEAAAsA0AAcEA')),
  script('an HLS playlist with a key from a server', 'mp4', ({ url, canaries }) =>
    playlist(`#EXT-X-KEY:METHOD=AES-128,URI="${url}/key"`, '#EXTINF:1,', `crypto:${canaries.stream}`),
  ),
  script('an HLS playlist of playlists', 'm3u8', ({ url, canaries }) =>
    [
      '#EXTM3U',
      `#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="a",URI="${url}/sound.m3u8"`,
      '#EXT-X-STREAM-INF:BANDWIDTH=1,AUDIO="a"',
      canaries.video,
    ].join('\n'),
  ),
  script('an HLS playlist behind a byte order mark', 'mp4', ({ canaries }) => `\uFEFF${segment(canaries.stream)}`),
  script('a concat script', 'mp4', ({ canaries }) => `ffconcat version 1.0\nfile '${canaries.video}'\n`),
  script('a concat script of a URL', 'mkv', ({ url }) => `ffconcat version 1.0\nfile ${url}/film.mp4\n`),
  script(
    'a concat script with options',
    'mp4',
    ({ canaries }) =>
      `ffconcat version 1.0\nfile subfile:${canaries.video}\noption start 0\noption end 100000\nduration 1\n`,
  ),
  script('a DASH manifest of a local video', 'mp4', ({ canaries }) => dash(canaries.video)),
  script('a DASH manifest of a URL', 'mpd', ({ url }) => dash(`${url}/film.mp4`)),
  script('a session description', 'mp4', ({ url }) => {
    const { hostname, port } = new URL(url)
    return `v=0\r\no=- 0 0 IN IP4 ${hostname}\r\ns=x\r\nc=IN IP4 ${hostname}\r\nt=0 0\r\nm=video ${port} RTP/AVP 96\r\na=rtpmap:96 H264/90000\r\na=control:rtsp://${hostname}:${port}/\r\n`
  }),
  script('an RTSP reference', 'mov', ({ url }) => `rtsptext\r\n${url.replace('http', 'rtsp')}/film\r\n`),
  script('a shortcut to a URL', 'mp4', ({ url }) => `[InternetShortcut]\r\nURL=${url}/film.mp4\r\n`),
  script('an ASX list', 'wmv', ({ url }) => `<asx version="3.0"><entry><ref href="${url}/film.wmv"/></entry></asx>`),
  script('a list of URLs', 'mp4', ({ url }) => `${url}/film.mp4\n`),
  script(
    'a page with a video element',
    'mp4',
    ({ url }) => `<!doctype html><video src="${url}/film.mp4" autoplay></video>`,
  ),
  script(
    'an SVG with an external image and an external entity',
    'mp4',
    ({ url, canaries }) =>
      `<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY x SYSTEM "file://${canaries.text}">]><svg xmlns="http://www.w3.org/2000/svg" width="64" height="64"><image href="${url}/x.png"/>&x;</svg>`,
  ),
  script('an AviSynth script', 'avi', ({ canaries }) => `DirectShowSource("${canaries.video}")\n`),
  script(
    'a VobSub index',
    'mp4',
    ({ canaries }) => `# VobSub index file, v7\nsize: 64x64\nid: en, index: 0\n# ${canaries.video}\n`,
  ),
  script(
    'an IMF composition',
    'mxf',
    ({ url }) =>
      `<?xml version="1.0"?><CompositionPlaylist xmlns="http://www.smpte-ra.org/schemas/2067-3/2016"><Id>${url}</Id></CompositionPlaylist>`,
  ),
  {
    name: 'an index whose media is in another file',
    make: async (factory) => await withExternalData(factory, 'alias.mov', alias(factory.canaries.video)),
    expected: 'truncated',
  },
  {
    name: 'an index whose media is at a URL',
    make: async (factory) =>
      await withExternalData(
        factory,
        'reference.mp4',
        box('url ', uint32s(0), Buffer.from(`${factory.url}/film.mp4\0`)),
      ),
    expected: 'truncated',
  },
  {
    name: 'a video that claims its media is elsewhere, and contains it',
    async make(factory) {
      const bytes = await factory.bytes({ extra: ['-movflags', '0'] })
      const elsewhere = box('url ', uint32s(0), Buffer.from(`${factory.url}/film.mp4\0`))
      const changed = editMoov(bytes, (moov) => {
        for (const dref of boxesOf([moov], 'dref')) dref.body = Buffer.concat([uint32s(0, 1), elsewhere])
      })
      return await factory.write('said-elsewhere.mp4', changed)
    },
    expected: playable(),
  },
  {
    name: 'a video with URLs in its metadata and paths in its chapters',
    async make(factory) {
      const metadata = `;FFMETADATA1\ntitle=${factory.url}/title\n[CHAPTER]\nTIMEBASE=1/1000\nSTART=0\nEND=1000\ntitle=${factory.canaries.video}\n`
      const chapters = await factory.write('chapters.txt', metadata)
      return await factory.encode('links.mkv', ...testCard(), '-i', chapters, '-map_metadata', '1', '-c:v', 'libx264')
    },
    expected: playable({ audioChannels: 0 }),
  },
]
