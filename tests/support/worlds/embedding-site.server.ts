import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { FrameLocator, Page } from 'playwright-core'

/** A site of somebody else, with the player in its page. */
export interface EmbeddingSite {
  /** Its origin. */
  url: string
  /** Opens its page with a path of Hoshi in a frame of that width, in pixels. */
  open(page: Page, path: string, width?: number): Promise<Around>
  close(): void
}

/** A message of the player, and where it came from. */
export interface Told {
  hoshi: number
  event: string
  origin: string
  playing: boolean
  seconds: number
  frame: number
  durationSeconds: number
}

/** The page around a player. */
export interface Around {
  page: Page
  film: FrameLocator
  /** All messages of the player so far. */
  told(): Promise<Told[]>
  last(): Promise<Told>
  countOf(event: string): Promise<number>
  /** @param frame another one passes the message on */
  send(message: object, frame?: 'film' | 'other'): Promise<void>
}

/** @param hoshiUrl origin of the Hoshi whose player is embedded */
export async function serveEmbeddingSite(hoshiUrl: string): Promise<EmbeddingSite> {
  const server = createServer((request, response) => {
    const { searchParams } = new URL(request.url ?? '', 'http://elsewhere')
    response.setHeader('Content-Type', 'text/html')
    response.end(pageAround(hoshiUrl + searchParams.get('path'), searchParams.get('width') ?? ''))
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const url = `http://localhost:${(server.address() as AddressInfo).port}`
  return {
    url,
    async open(page, path, width = 640) {
      await page.goto(`${url}/?path=${encodeURIComponent(path)}&width=${width}`)
      return around(page)
    },
    close: () => void server.close(),
  }
}

function around(page: Page): Around {
  const told = () => page.evaluate('received') as Promise<Told[]>
  return {
    page,
    film: page.frameLocator('#film'),
    told,
    last: async () => (await told()).at(-1)!,
    countOf: async (event) => (await told()).filter((each) => each.event === event).length,
    send: (message, frame = 'film') =>
      page.evaluate(
        ([id, sent]) => document.querySelector<HTMLIFrameElement>(`#${id}`)!.contentWindow!.postMessage(sent, '*'),
        [frame, message] as const,
      ),
  }
}

/** Keeps all messages of the player. */
const pageAround = (source: string, width: string) => `<!doctype html><title>Elsewhere</title>
  <script>
    const received = []
    addEventListener('message', ({ data, origin }) => received.push({ ...data, origin }))
  </script>
  <iframe id="film" src="${source}" width="${width}" height="360" allow="autoplay; fullscreen"></iframe>
  <iframe id="other" srcdoc="
    <script>
      onmessage = ({ data }) => {
        parent.frames[0].postMessage(data, '*')
        parent.hasSent = true
      }
    </script>"></iframe>`
