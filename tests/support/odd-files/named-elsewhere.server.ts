import { relative } from 'node:path'
import { box, boxesOf, withIndex, words } from './mp4-surgery.ts'
import type { OddFile, Workshop } from './odd-file.server.ts'
import { card, plays } from './odd-file.server.ts'

type Write = (shop: Workshop) => string

function script(name: string, ending: string, content: Write, end: OddFile['end'] = 'not_a_video'): OddFile {
  const fileName = `${name.replaceAll(/\W+/g, '-')}.${ending}`
  return { name, make: async (shop) => await shop.write(fileName, content(shop)), end }
}

const playlist = (...lines: string[]) =>
  ['#EXTM3U', '#EXT-X-VERSION:7', '#EXT-X-TARGETDURATION:1', ...lines, '#EXT-X-ENDLIST', ''].join('\n')
const segment = (address: string) => playlist('#EXTINF:1,', address)
const dash = (address: string) =>
  `<?xml version="1.0"?><MPD xmlns="urn:mpeg:dash:schema:mpd:2011" type="static" mediaPresentationDuration="PT1S"><Period><AdaptationSet mimeType="video/mp4"><Representation id="1" bandwidth="1"><BaseURL>${address}</BaseURL></Representation></AdaptationSet></Period></MPD>`

/** An alias as old QuickTime files have it: the samples of a track are in another file. */
function alias(path: string): Buffer {
  const name = Buffer.from(path)
  const fixed = Buffer.alloc(150)
  const padded = name.length % 2 === 0 ? name : Buffer.concat([name, Buffer.alloc(1)])
  const head = Buffer.alloc(4)
  head.writeUInt16BE(2, 0)
  head.writeUInt16BE(name.length, 2)
  const entries = Buffer.concat([head, padded, Buffer.from([0xff, 0xff, 0, 0])])
  return box('alis', words(0), fixed, entries)
}

/** A film of which only the index is there; its data are said to be in another file. */
async function outside(shop: Workshop, fileName: string, reference: Buffer): Promise<string> {
  const bytes = await shop.bytes({ seconds: 4, audio: 'none', extra: ['-movflags', '0'] })
  const changed = withIndex(bytes, (moov, all) => {
    for (const dref of boxesOf([moov], 'dref')) dref.body = Buffer.concat([words(0, 1), reference])
    const data = all.find(({ type }) => type === 'mdat')
    if (data) data.body = Buffer.alloc(0)
  })
  return await shop.write(fileName, changed)
}

/** Files that name other files or addresses. */
export const namedElsewhere: OddFile[] = [
  script('an HLS playlist of a local film', 'mp4', ({ canaries }) => segment(canaries.stream)),
  script('an HLS playlist of a local film by its address', 'mov', ({ canaries }) =>
    segment(`file://${canaries.stream}`),
  ),
  script('an HLS playlist of a file beside the server', 'webm', ({ canaries }) =>
    segment(relative('/work', canaries.stream)),
  ),
  script('an HLS playlist of a text', 'mp4', ({ canaries }) => segment(canaries.text)),
  script('an HLS playlist of joined files', 'ts', ({ canaries }) =>
    segment(`concat:${canaries.text}|${canaries.stream}`),
  ),
  script('an HLS playlist at an address', 'mp4', ({ address }) => segment(`${address}/segment.ts`)),
  script('an HLS playlist with its film in itself', 'mp4', () => segment('data:video/mp2t;base64,R0AAEAAAsA0AAcEA')),
  script('an HLS playlist with a key from a server', 'mp4', ({ address, canaries }) =>
    playlist(`#EXT-X-KEY:METHOD=AES-128,URI="${address}/key"`, '#EXTINF:1,', `crypto:${canaries.stream}`),
  ),
  script('an HLS playlist of playlists', 'm3u8', ({ address, canaries }) =>
    [
      '#EXTM3U',
      `#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="a",URI="${address}/sound.m3u8"`,
      '#EXT-X-STREAM-INF:BANDWIDTH=1,AUDIO="a"',
      canaries.film,
    ].join('\n'),
  ),
  script('an HLS playlist behind a byte order mark', 'mp4', ({ canaries }) => `\uFEFF${segment(canaries.stream)}`),
  script('a concat script', 'mp4', ({ canaries }) => `ffconcat version 1.0\nfile '${canaries.film}'\n`),
  script('a concat script of an address', 'mkv', ({ address }) => `ffconcat version 1.0\nfile ${address}/film.mp4\n`),
  script(
    'a concat script with options',
    'mp4',
    ({ canaries }) =>
      `ffconcat version 1.0\nfile subfile:${canaries.film}\noption start 0\noption end 100000\nduration 1\n`,
  ),
  script('a DASH manifest of a local film', 'mp4', ({ canaries }) => dash(canaries.film)),
  script('a DASH manifest of an address', 'mpd', ({ address }) => dash(`${address}/film.mp4`)),
  script('a session description', 'mp4', ({ address }) => {
    const { hostname, port } = new URL(address)
    return `v=0\r\no=- 0 0 IN IP4 ${hostname}\r\ns=x\r\nc=IN IP4 ${hostname}\r\nt=0 0\r\nm=video ${port} RTP/AVP 96\r\na=rtpmap:96 H264/90000\r\na=control:rtsp://${hostname}:${port}/\r\n`
  }),
  script('an RTSP reference', 'mov', ({ address }) => `rtsptext\r\n${address.replace('http', 'rtsp')}/film\r\n`),
  script('a shortcut to an address', 'mp4', ({ address }) => `[InternetShortcut]\r\nURL=${address}/film.mp4\r\n`),
  script(
    'an ASX list',
    'wmv',
    ({ address }) => `<asx version="3.0"><entry><ref href="${address}/film.wmv"/></entry></asx>`,
  ),
  script('a list of addresses', 'mp4', ({ address }) => `${address}/film.mp4\n`),
  script('a page of ours', 'mp4', ({ address }) => `<!doctype html><video src="${address}/film.mp4" autoplay></video>`),
  script(
    'a drawing with a picture from elsewhere',
    'mp4',
    ({ address, canaries }) =>
      `<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY x SYSTEM "file://${canaries.text}">]><svg xmlns="http://www.w3.org/2000/svg" width="64" height="64"><image href="${address}/x.png"/>&x;</svg>`,
  ),
  script('an AviSynth script', 'avi', ({ canaries }) => `DirectShowSource("${canaries.film}")\n`),
  script(
    'a VobSub index',
    'mp4',
    ({ canaries }) => `# VobSub index file, v7\nsize: 64x64\nid: en, index: 0\n# ${canaries.film}\n`,
  ),
  script(
    'an IMF composition',
    'mxf',
    ({ address }) =>
      `<?xml version="1.0"?><CompositionPlaylist xmlns="http://www.smpte-ra.org/schemas/2067-3/2016"><Id>${address}</Id></CompositionPlaylist>`,
  ),
  {
    name: 'an index whose film is in another file',
    make: async (shop) => await outside(shop, 'alias.mov', alias(shop.canaries.film)),
    end: 'truncated',
  },
  {
    name: 'an index whose film is at an address',
    make: async (shop) =>
      await outside(shop, 'reference.mp4', box('url ', words(0), Buffer.from(`${shop.address}/film.mp4\0`))),
    end: 'truncated',
  },
  {
    name: 'a film that says its data are elsewhere, and has them',
    async make(shop) {
      const bytes = await shop.bytes({ extra: ['-movflags', '0'] })
      const elsewhere = box('url ', words(0), Buffer.from(`${shop.address}/film.mp4\0`))
      const changed = withIndex(bytes, (moov) => {
        for (const dref of boxesOf([moov], 'dref')) dref.body = Buffer.concat([words(0, 1), elsewhere])
      })
      return await shop.write('said-elsewhere.mp4', changed)
    },
    end: plays(),
  },
  {
    name: 'a film with addresses in its metadata and links in its chapters',
    async make(shop) {
      const metadata = `;FFMETADATA1\ntitle=${shop.address}/title\n[CHAPTER]\nTIMEBASE=1/1000\nSTART=0\nEND=1000\ntitle=${shop.canaries.film}\n`
      const chapters = await shop.write('chapters.txt', metadata)
      return await shop.made('links.mkv', ...card(), '-i', chapters, '-map_metadata', '1', '-c:v', 'libx264')
    },
    end: plays({ sound: 0 }),
  },
]
