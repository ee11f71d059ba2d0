import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { prepareFrameReader, seenFrame } from '#tests/support/browser/frame-numbers.ts'
import { loopFilms } from '#tests/support/browser/player.ts'
import { queryDatabase } from '#tests/support/data/query-database.server.ts'
import { createPerson, type Person } from '#tests/support/http/person.ts'
import { publishFinished } from '#tests/support/media/golden-renditions.server.ts'
import { setUpApp } from '#tests/support/worlds/app-fixture.ts'
import { type Around, type EmbeddingSite, serveEmbeddingSite } from '#tests/support/worlds/embedding-site.server.ts'

const app = setUpApp()

let creator: Person
let id = ''
let site: EmbeddingSite

beforeAll(async () => {
  creator = await createPerson(app.hoshi.url, 'creator', 'Mio')
  id = await publishFinished(app.hoshi, creator, 'film', { title: 'The Last Local' })
  site = await serveEmbeddingSite(app.hoshi.url)
})

afterAll(() => site?.close())

async function embed(path = `/embed/${id}`, width?: number): Promise<Around> {
  const { page } = await app.visit()
  return site.open(page, path, width)
}

async function embedReady(path?: string, width?: number): Promise<Around> {
  const around = await embed(path, width)
  await expect.poll(async () => (await around.told())[0]?.event).toBe('ready')
  return around
}

/** Plays the video in the same task as its playlist is asked for and its source attached, as a message just before does. */
function playWhenAttached() {
  const { prototype } = XMLHttpRequest
  const { send } = prototype
  prototype.send = function (...body) {
    prototype.send = send
    document
      .querySelector('video')
      ?.play()
      .catch(() => {})
    send.apply(this, body)
  }
}

describe('a page of another site', () => {
  test('plays, pauses and moves the video, and is told how that goes', async () => {
    const around = await embedReady()
    expect((await around.told())[0]).toMatchObject({
      hoshi: 1,
      event: 'ready',
      playing: false,
      seconds: 0,
      frame: 0,
      origin: app.hoshi.url,
    })
    expect((await around.last()).durationSeconds).toBeCloseTo(22, 0)

    await around.send({ hoshi: 1, do: 'play' })
    await expect.poll(async () => (await around.told()).some(({ playing }) => playing)).toBe(true)
    await expect.poll(async () => (await around.last()).seconds).toBeGreaterThan(0)
    await around.send({ hoshi: 1, do: 'pause' })
    await expect.poll(async () => (await around.last()).playing).toBe(false)

    await around.send({ hoshi: 1, do: 'seek', seconds: 12 })
    await expect.poll(async () => (await around.last()).seconds).toBe(12)
    const { frame } = await around.last()
    await around.send({ hoshi: 1, do: 'frame', frame: frame - 24 })
    await expect.poll(async () => (await around.last()).frame).toBe(frame - 24)

    const before = await around.countOf('state')
    await around.send({ hoshi: 1, do: 'state' })
    await expect.poll(() => around.countOf('state')).toBeGreaterThan(before)
    await around.send({ hoshi: 1, do: 'seek' })
    await expect.poll(() => around.countOf('error')).toBe(1)
  })

  test('may move the video before it plays', async () => {
    const around = await embedReady()
    await around.send({ hoshi: 1, do: 'seek', seconds: 9 })
    await expect.poll(async () => (await around.last()).seconds).toBe(9)
    expect((await around.last()).playing).toBe(false)
    await around.send({ hoshi: 1, do: 'play' })
    await expect.poll(async () => (await around.last()).seconds).toBeGreaterThan(9)
  })

  test('may play the video at the very moment at which its source is attached', async () => {
    const { page } = await app.visit()
    await page.addInitScript(playWhenAttached)
    const around = await site.open(page, `/embed/${id}`)
    await expect.poll(() => around.countOf('ready')).toBe(1)
    await around.send({ hoshi: 1, do: 'seek', seconds: 9 })
    await expect.poll(async () => (await around.last()).seconds).toBeGreaterThan(9)
  })

  test('goes to the very frame of a film whose frames last differently long', async () => {
    const path = `/embed/${await publishFinished(app.hoshi, creator, 'varyingRate')}`
    const { page } = await app.visit()
    // The player waits ten seconds for the times of the frames, which may be too short here.
    await page.addInitScript(() => {
      AbortSignal.timeout = () => new AbortController().signal
    })
    const around = await site.open(page, path)
    await expect.poll(() => around.countOf('ready')).toBe(1)
    const goTo = async (frame: number) => {
      await around.send({ hoshi: 1, do: 'frame', frame })
      await expect.poll(async () => (await around.last()).frame).toBe(frame)
    }
    await goTo(1)
    await around.film.locator('video').waitFor()
    const film = around.page.frames().find((frame) => frame.url().includes('/embed/'))!
    await expect.poll(() => film.evaluate(() => document.querySelector('video')!.readyState)).toBeGreaterThan(1)
    await prepareFrameReader(film)
    // Two of every five frames were dropped; the others carry the numbers 0, 3, 4, 5, 8 and so on.
    await expect.poll(() => seenFrame(film)).toBe(3)
    await goTo(4)
    await expect.poll(() => seenFrame(film)).toBe(8)
    await goTo(40)
    await expect.poll(() => seenFrame(film)).toBe(68)
  })

  test.each([
    ['are refused', { status: 500, body: '' }],
    ['break off', { status: 200, body: '{"frames": 4' }],
  ])('is told no frame of a varying rate where their times %s, and its own once they come', async (_, answer) => {
    const path = `/embed/${await publishFinished(app.hoshi, creator, 'varyingRate')}`
    const { page } = await app.visit()
    await page.route('**/frame-times', (route) => route.fulfill({ ...answer, contentType: 'application/json' }))
    const around = await site.open(page, path)
    await expect.poll(() => around.countOf('ready')).toBe(1)
    expect((await around.last()).frame).toBeNull()
    await around.send({ hoshi: 1, do: 'frame', frame: 7 })
    await expect.poll(() => around.countOf('error')).toBe(1)
    await page.unroute('**/frame-times')
    await expect.poll(async () => (await around.last()).frame).toBe(0)
    await around.send({ hoshi: 1, do: 'frame', frame: 7 })
    await expect.poll(async () => (await around.last()).frame).toBe(7)
  })

  test('is not obeyed for other versions, and other windows are not at all', async () => {
    const around = await embedReady()
    await around.send({ hoshi: 2, do: 'play' })
    await around.send({ do: 'play' })
    // The other frame passes it on.
    await around.send({ hoshi: 1, do: 'play' }, 'other')
    await expect.poll(() => around.page.evaluate('window.hasSent')).toBe(true)
    // Its answer comes after whatever the others would have done.
    await around.send({ hoshi: 1, do: 'state' })
    await expect.poll(() => around.countOf('state')).toBe(1)
    expect((await around.told()).some(({ playing }) => playing)).toBe(false)
    expect(await around.film.locator('video').count()).toBe(0)
  })

  test('uses the client, which has no more than 8 KB', async () => {
    const { page } = await embed()
    const source = `
      import { connect } from '${app.hoshi.url}/embed/client.js'
      const player = connect(document.querySelector('#film'))
      const ready = await player.ready
      const states = []
      const end = player.on('state', (state) => states.push(state))
      player.seek(3)
      player.play()
      window.client = { ready, states, player, end }`
    await page.addScriptTag({ type: 'module', content: source })
    await expect.poll(() => page.evaluate('window.client?.states.some(({ playing }) => playing)')).toBe(true)
    await expect.poll(() => page.evaluate('window.client.states.at(-1).seconds > 3')).toBe(true)
    await page.evaluate('window.client.player.pause()')
    await expect.poll(() => page.evaluate('window.client.player.state().then(({ playing }) => playing)')).toBe(false)
    for (const name of ['client.js', 'client.d.ts']) {
      const response = await fetch(`${app.hoshi.url}/embed/${name}`)
      expect(response.headers.get('access-control-allow-origin')).toBe('*')
      expect((await response.arrayBuffer()).byteLength).toBeLessThanOrEqual(8192)
    }
  })
})

describe('sites that may embed an episode', () => {
  const allow = async (embedSites: string[] | null) => {
    const response = await creator.call('PATCH', `/api/v1/episodes/${id}`, { embedSites })
    expect(response.status).toBe(200)
    expect(await response.json()).toMatchObject({ embedSites })
  }

  test('show it, and no others do', async () => {
    await allow(['https://one.example', site.url])
    const { film } = await embedReady()
    await film.getByRole('button', { name: 'Play', exact: true }).waitFor()
    for (const sites of [['https://one.example'], []]) {
      await allow(sites)
      const around = await embed()
      const urls = () => around.page.frames().map((frame) => frame.url())
      await expect.poll(urls).toContain('chrome-error://chromewebdata/')
      expect(await around.told()).toEqual([])
    }
    await allow(null)
    await embedReady()
  })
})

describe('the embedded player', () => {
  test('loads nothing of the video before somebody plays it, and counts the play with its site', async () => {
    const { page } = await app.visit()
    const media: string[] = []
    page.on('request', (request) => {
      if (/\/media\/.*\.(m3u8|mp4|m4s)/.test(request.url())) media.push(request.url())
    })
    await page.addInitScript(loopFilms)
    const { film } = await site.open(page, `/embed/${id}`)
    await expect.poll(() => page.evaluate('received.length')).toBeGreaterThan(0)
    expect(media).toEqual([])
    await film.getByRole('button', { name: 'Play', exact: true }).click()
    await expect.poll(() => film.getByRole('button', { name: 'Pause', exact: true }).count()).toBe(1)
    expect(media.length).toBeGreaterThan(0)
    const counted = `select host from plays where episode_id = $1 and source = 'embed' and host = 'localhost'`
    await expect
      .poll(async () => (await queryDatabase(app.hoshi.connectionString, counted, [id])).length)
      .toBeGreaterThan(0)
  })

  test('ends with a way back to Hoshi', async () => {
    const around = await embedReady()
    await around.send({ hoshi: 1, do: 'seek', seconds: 21.5 })
    const film = around.film
    await expect
      .poll(() => film.locator('video').evaluate((video: HTMLVideoElement) => video.readyState))
      .toBeGreaterThan(1)
    await around.send({ hoshi: 1, do: 'play' })
    const ends = () => film.getByText('The End').count()
    await expect.poll(ends).toBe(1)
    const links = film.getByRole('link', { name: 'Watch on Hoshi' })
    expect(await links.first().getAttribute('href')).toBe(`/watch/${id}`)
    await film.locator('video').evaluate((video: HTMLVideoElement) => {
      video.loop = true
    })
    await film.getByRole('button', { name: 'Again' }).click()
    await expect.poll(ends).toBe(0)
  })

  test('neither gets nor keeps a cookie, and is the same for its creator', async () => {
    const { page } = await app.visit()
    const { film } = await site.open(page, `/embed/${id}`)
    const watching = page.waitForResponse((response) => response.url().endsWith('/views'))
    await film.getByRole('button', { name: 'Play', exact: true }).click()
    const response = await watching
    expect(response.status()).toBe(200)
    expect(await response.headerValue('set-cookie')).toBeNull()
    expect(await response.request().headerValue('cookie')).toBeNull()
    expect(await page.context().cookies()).toEqual([])
    for (const query of ['', '?t=3']) {
      const answer = await creator.call('GET', `/embed/${id}${query}`)
      expect(answer.headers.get('set-cookie')).toBeNull()
      expect(await answer.text()).not.toContain(creator.account.uid)
    }
  })
})

describe('what cannot be embedded', () => {
  test('an adult episode has no media, and leads to Hoshi', async () => {
    const adult = await publishFinished(app.hoshi, creator, 'short', { title: 'Late', nsfw: true })
    const { film } = await embed(`/embed/${adult}`)
    await film.getByText('Marked NSFW').waitFor()
    expect(await film.getByRole('link', { name: 'Watch on Hoshi' }).getAttribute('href')).toBe(`/watch/${adult}`)
    expect(await (await creator.call('GET', `/embed/${adult}`)).text()).not.toContain('/media/')
  })

  test('an unknown and a private episode look the same on every site, for their creator too', async () => {
    const hidden = await publishFinished(app.hoshi, creator, 'short', { title: 'Hidden' })
    await creator.call('PATCH', `/api/v1/episodes/${hidden}`, { visibility: 'private', embedSites: [] })
    const answers = await Promise.all(
      [hidden, 'unknown'].map(async (path) => {
        const response = await creator.call('GET', `/embed/${path}`)
        const policy = response.headers.get('content-security-policy')
        return [response.status, policy?.includes('frame-ancestors *'), (await response.text()).includes('Hidden')]
      }),
    )
    expect(answers).toEqual([
      [404, true, false],
      [404, true, false],
    ])
    const { film } = await embed(`/embed/${hidden}`)
    await film.getByText('Episode unavailable').waitFor()
  })
})
