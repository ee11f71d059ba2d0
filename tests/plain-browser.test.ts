import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPlainBrowser } from '#tests/support/http/plain-browser.ts'

const page = `<!DOCTYPE html><html><body><main><h1>Form</h1><noscript><p role="status">No scripts</p></noscript>
  <p hidden>Not shown</p><a href="/again">Again</a>
  <form method="post" action="/saved#there"><input type="hidden" name="kind" value="a &amp; b"/>
    <label for="who">Who</label><input id="who" name="who" required="" value="Mio"/>
    <label for="bio">Bio</label><textarea id="bio" name="bio" aria-describedby="wrong">One
two</textarea><p id="wrong" role="alert">Too long.</p>
    <label for="size">Size</label><select id="size" name="size"><option value="s">Small</option>
      <option value="m" selected="">Medium</option></select>
    <fieldset><legend>When</legend><label><input type="radio" name="when" value="later" checked=""/>Later</label>
      <label><input type="radio" name="when" value="now"/>Now</label></fieldset>
    <label><input type="checkbox" name="agreed"/>Agreed</label><input name="off" value="x" disabled=""/>
    <button name="do" value="save">Save</button><button name="do" value="drop" formnovalidate="" formaction="/dropped">Drop</button>
    <button disabled="">Busy</button></form>
  <form action="/found"><label>Words<input name="words"/></label><button>Find</button></form>
  <form method="post" enctype="multipart/form-data" action="/file"><label>File<input type="file" name="file"/></label>
    <button>Send</button></form></main></body></html>`

const requests: { line: string; type: string | undefined; body: string }[] = []
const server = createServer(async (request, response) => {
  const type = request.headers['content-type']
  requests.push({ line: `${request.method} ${request.url}`, type, body: await text(request) })
  if (request.url === '/saved') response.writeHead(303, { Location: '/after?it=1', 'Set-Cookie': 'a=1; Path=/' }).end()
  else response.writeHead(200, { 'Content-Type': 'text/html' }).end(page)
})
let origin: string

beforeAll(async () => {
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => server.close())

const openForm = () => openPlainBrowser(origin).open('/')
const lastRequest = () => requests.at(-1)

test('a page is read by roles, names and labels; what is for scripts or hidden is left out', async () => {
  const form = await openForm()
  expect(form.statuses()).toEqual(['No scripts'])
  expect(form.text).not.toContain('Not shown')
  expect(form.all('button').map(({ text }) => text)).toEqual(['Save', 'Drop', 'Busy', 'Find', 'Send'])
  expect(form.the('group', 'When').field('Later').isChecked).toBe(true)
  expect(form.field('Bio')).toMatchObject({ value: 'One\ntwo', errors: ['Too long.'] })
  expect(form.field('Size')).toMatchObject({ value: 'm', options: ['Small', 'Medium'] })
  expect(() => form.the('button', 'Gone')).toThrow('There are 0 of button "Gone"')
})

test('a form is sent as it is in the page, with what was typed and the button; a redirect is followed', async () => {
  const form = await openForm()
  form.field('Who').fill('Rafa')
  form.field('Size').choose('Small')
  form.field('Now').check()
  form.field('Agreed').check()
  const after = await form.press('Save')
  expect(after.url.pathname + after.url.search).toBe('/after?it=1')
  expect(requests.at(-2)).toEqual({
    line: 'POST /saved',
    type: 'application/x-www-form-urlencoded',
    body: 'kind=a+%26+b&who=Rafa&bio=One%0D%0Atwo&size=s&when=now&agreed=on&do=save',
  })
})

test('a button that has its own address uses it; a form without a method makes a query', async () => {
  const form = await openForm()
  form.field('Who').fill('')
  const dropped = await form.press('Drop')
  expect(lastRequest()).toMatchObject({ line: 'POST /dropped', body: expect.stringContaining('do=drop') })
  dropped.field('Words').fill('a b')
  const found = await dropped.press('Find')
  expect(lastRequest()?.line).toBe('GET /found?words=a+b')
  await found.follow('Again')
  expect(lastRequest()?.line).toBe('GET /again')
})

test('a file is sent in parts', async () => {
  const form = await openForm()
  form.field('File').attach(new File(['pixels'], 'face.png', { type: 'image/png' }))
  await form.press('Send')
  expect(lastRequest()?.type).toMatch(/^multipart\/form-data/)
  expect(lastRequest()?.body).toContain('filename="face.png"')
})

test('what a browser would not send is refused', async () => {
  const form = await openForm()
  expect(() => form.press('Busy')).toThrow('The button "Busy" sends nothing.')
  form.field('Who').fill('')
  expect(() => form.press('Save')).toThrow('A browser asks for "Who" first.')
})
