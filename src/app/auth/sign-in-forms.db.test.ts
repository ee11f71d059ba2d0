import { beforeAll, describe, expect, test } from 'vitest'
import { createPerson, type Person } from '#tests/support/http/person.ts'
import type { PlainPage } from '#tests/support/http/plain-browser.ts'
import { setUpPlainSite } from '#tests/support/worlds/plain-site.ts'

/** Works jobs, because one of them sends the mail. */
const site = setUpPlainSite({ worksJobs: true })
let creator: Person
let viewer: Person
let count = 0

beforeAll(async () => {
  creator = await createPerson(site.hoshi.url, 'creator')
  viewer = await createPerson(site.hoshi.url, 'viewer')
})

/** Credentials of a person without an account. */
function newCredentials() {
  count += 1
  return { Email: `newcomer${count}@example.com`, Password: 'a good password' }
}

async function open(path: string) {
  return (await site.visit()).open(path)
}

function fill(page: PlainPage, values: Record<string, string>): void {
  for (const [label, value] of Object.entries(values)) page.field(label).fill(value)
}

function logIn(page: PlainPage, { email, password }: { email: string; password: string }): Promise<PlainPage> {
  fill(page, { Email: email, Password: password })
  return page.press('Log In')
}

const pathOf = (next: string) => addressOf({ url: new URL(next, 'https://hoshi.test') })
const addressOf = ({ url }: Pick<PlainPage, 'url'>) => url.pathname + url.search

describe('the form of the sign-up', () => {
  test('makes a creator; a refusal keeps everything but the password', async () => {
    const page = await open('/signup')
    const fields = { ...newCredentials(), Username: 'Yuki', Bio: 'Draws.', 'Patreon URL': 'https://example.com/yuki' }
    fill(page, fields)
    page.field('Creator').check()
    const refused = await page.press('Register')
    expect(refused.alerts()).toEqual(['You must agree to the Terms of Service and Privacy Policy to register.'])
    expect(Object.keys(fields).map((label) => refused.field(label).value)).toEqual([
      ...[fields.Email, '', 'Yuki', 'Draws.', 'https://example.com/yuki'],
    ])
    expect(refused.field('Creator').isChecked).toBe(true)
    expect(refused.html).not.toContain(fields.Password)
    refused.field('Password').fill(fields.Password)
    refused.field(/^I agree to the/).check()
    const login = await refused.press('Register')
    expect(login.url.pathname).toBe('/login')
    expect((await logIn(login, { email: fields.Email, password: fields.Password })).url.pathname).toBe('/dashboard')
  })

  test('says all that is wrong at once, each at its field, and what the terms need above the form', async () => {
    const page = await open('/signup')
    fill(page, { Email: 'mika@', Password: 'short', 'Patreon URL': 'javascript:alert(1)' })
    page.field('Creator').check()
    const refused = await page.press('Register')
    expect(refused.status).toBe(422)
    expect(refused.field('Email').errors).toEqual(['Please enter a valid email address.'])
    expect(refused.field('Password').errors).toEqual(['The password must have at least 8 characters.'])
    expect(refused.field('Patreon URL').errors).toEqual([
      'The Patreon URL must be a valid link that starts with http:// or https://.',
    ])
    expect(refused.alerts()).toEqual([expect.stringMatching(/^4 fields need you/)])
    expect(
      refused
        .the('alert')
        .all('link')
        .map(({ text }) => text),
    ).toEqual([
      'Email: please enter a valid email address',
      'Password: the password must have at least 8 characters',
      'Patreon URL: the Patreon URL must be a valid link that starts with http:// or https://',
      'You must agree to the Terms of Service and Privacy Policy to register.',
    ])
    expect(refused.the('alert').all('link')[0]?.attributes.href).toBe(`#${refused.field('Email').attributes.id}`)
  })

  test('on the way to the upload suggests Creator, and leads there after the login', async () => {
    const login = await open('/upload')
    const page = await login.the('main').follow('Sign Up')
    expect([addressOf(page), page.field('Creator').isChecked]).toEqual(['/signup?next=%2Fupload', true])
    const { Email: email, Password: password } = newCredentials()
    fill(page, { Email: email, Password: password })
    page.field(/^I agree to the/).check()
    const again = await page.press('Register')
    expect(addressOf(again)).toBe('/login?after=registered&next=%2Fupload')
    expect((await logIn(again, { email, password } as Person)).url.pathname).toBe('/upload')
  })

  test('ignores a way on to another site', async () => {
    const page = await open(`/signup?next=${encodeURIComponent('//evil.example')}`)
    expect(page.the('main').the('link', 'Login').attributes.href).toBe('/login')
  })

  test.each([
    ['no address', { Email: '' }, 'Please enter a valid email address.'],
    ['half an address', { Email: 'mika@' }, 'Please enter a valid email address.'],
    ['no password', { Password: '' }, 'Please enter a password.'],
    ['a short password', { Password: 'short' }, 'The password must have at least 8 characters.'],
    [
      'a link that runs',
      { 'Patreon URL': 'javascript:alert(1)' },
      'The Patreon URL must be a valid link that starts with http:// or https://.',
    ],
    ['a long username', { Username: 'x'.repeat(41) }, 'The username must be plain text, 40 characters or fewer.'],
    ['a username of another, whatever its case and spaces', { Username: ' HANA ' }, 'This username is already taken.'],
  ])('refuses %s with our own message', async (_, fields, sentence) => {
    await createPerson(site.hoshi.url, 'creator', 'Hana').catch(() => {})
    const page = await open('/signup')
    fill(page, { ...newCredentials(), ...fields })
    page.field('Username' in fields || 'Patreon URL' in fields ? 'Creator' : 'Viewer').check()
    page.field(/^I agree to the/).check()
    const refused = await page.press('Register')
    expect(refused.alerts()).toEqual([sentence])
    expect(refused.url.pathname).toBe('/signup')
  })
})

describe('the form of the login', () => {
  test.each([
    ['a wrong password', () => viewer.email],
    ['an unknown email address', () => 'nobody@example.com'],
  ])('answers %s with the same message, and keeps the address but not the password', async (_, email) => {
    const refused = await logIn(await open('/login'), { email: email(), password: 'not this one' })
    expect(refused.alerts()).toEqual(['Failed to login: The email address or password is incorrect.'])
    expect([refused.field('Email').value, refused.field('Password').value]).toEqual([email(), ''])
    expect(refused.html).not.toContain('not this one')
  })

  test.each([
    ['no address', { email: '', password: 'something' }, ['Please enter a valid email address.'], []],
    ['no password', { email: 'mika@example.com', password: '' }, [], ['Please enter a password.']],
    [
      'nothing at all',
      { email: '', password: '' },
      ['Please enter a valid email address.'],
      ['Please enter a password.'],
    ],
  ])('with %s is sent, and says so at each field', async (_, credentials, atEmail, atPassword) => {
    const refused = await logIn(await open('/login'), credentials)
    expect(refused.status).toBe(422)
    expect([refused.field('Email').errors, refused.field('Password').errors]).toEqual([atEmail, atPassword])
    expect(refused.alerts()).toHaveLength(1)
    expect(refused.field('Email').value).toBe(credentials.email)
  })

  test.each([
    ['viewer', () => viewer, '/explore'],
    ['creator', () => creator, '/dashboard'],
  ])('leads a %s on, and is not shown to who is signed in', async (_, person, path) => {
    const browser = await site.visit()
    const page = await logIn(await browser.open('/login'), person())
    expect(page.url.pathname).toBe(path)
    expect(page.text).toContain(`Welcome, ${person().email}`)
    expect((await browser.open('/login')).url.pathname).toBe(path)
  })

  test('keeps the way back through a failed attempt', async () => {
    const refused = await logIn(await open('/upload'), { email: creator.email, password: 'not this one' })
    expect((await logIn(refused, creator)).url.pathname).toBe('/upload')
  })

  test.each(['/upload', '/dashboard', '/settings'])('stands before %s, and leads back there', async (path) => {
    const login = await open(path)
    expect(addressOf(login)).toBe(`/login?next=${encodeURIComponent(path)}`)
    expect((await logIn(login, creator)).url.pathname).toBe(path)
  })

  test.each(['/explore?search=星', '/explore?search=café#結果', '/creator/星%E6%98%9F'])(
    'leads back to %s, whose letters no header takes as they are',
    async (next) => {
      const browser = await site.visit()
      const login = await browser.open(`/login?next=${encodeURIComponent(next)}`)
      const { url, text } = await logIn(login, viewer)
      expect(url.pathname + url.search).toBe(pathOf(next))
      expect(text).toContain(`Welcome, ${viewer.email}`)
      expect(addressOf(await browser.open(`/login?next=${encodeURIComponent(next)}`))).toBe(pathOf(next))
    },
  )

  test.each(['//evil.example', 'https://evil.example', '/\\evil.example', '/\t/evil.example', 'javascript:alert(1)'])(
    'ignores a way back to %j',
    async (next) => {
      const page = await logIn(await open(`/login?next=${encodeURIComponent(next)}`), viewer)
      expect(page.url.href).toBe(`${site.hoshi.url}/explore`)
    },
  )
})

describe('the forms of a forgotten password', () => {
  test('set a new one with the link of the mail', async () => {
    const person = await createPerson(site.hoshi.url, 'viewer')
    const sent = site.hoshi.mails.length
    const page = await open('/forgot-password')
    page.field('Email').fill(person.email)
    const asked = await page.press('Send Reset Email')
    expect(asked.statuses()).toEqual(['Password reset email sent! Check your inbox.'])
    await expect.poll(() => site.hoshi.mails.length).toBe(sent + 1)
    const token = /token=(\S+)/.exec(site.hoshi.mails.at(-1)?.text ?? '')?.[1]
    const reset = await open(`/reset-password?token=${token}`)
    reset.field('New password').fill('short')
    const refused = await reset.press('Set New Password')
    expect(refused.alerts()).toEqual(['The password must have at least 8 characters.'])
    expect(refused.field('New password').value).toBe('')
    refused.field('New password').fill('an even better one')
    const login = await refused.press('Set New Password')
    expect(login.url.pathname).toBe('/login')
    const signedIn = await logIn(login, { email: person.email, password: 'an even better one' })
    expect(signedIn.url.pathname).toBe('/explore')
  })

  test('answer an unknown address the same, without a mail', async () => {
    const before = site.hoshi.mails.length
    const page = await open('/forgot-password')
    page.field('Email').fill('nobody@example.com')
    const asked = await page.press('Send Reset Email')
    expect(asked.statuses()).toEqual(['Password reset email sent! Check your inbox.'])
    expect(site.hoshi.mails.length).toBe(before)
  })

  test('refuse a made-up link when it is used', async () => {
    const reset = await open('/reset-password?token=made-up')
    expect(reset.status).toBe(200)
    reset.field('New password').fill('a good password')
    const refused = await reset.press('Set New Password')
    expect(refused.alerts()).toEqual(['This reset link is no longer valid. Please request a new one.'])
  })
})

describe('the form of the upload', () => {
  test.each([
    ['no title', { Title: '', Genre: 'Drama' }, { Title: 'Please enter a title.' }],
    ['no genre', { Title: 'Kept', Genre: '' }, { Genre: 'Please enter a genre.' }],
    [
      'nothing but a video',
      { Title: ' ', Genre: '' },
      { Title: 'Please enter a title.', Genre: 'Please enter a genre.' },
    ],
  ])('refuses %s with a message at each field, and keeps the input', async (_, fields, messages) => {
    const refused = await sendUpload(fields)
    for (const [label, message] of Object.entries({ ...messages, 'Video file': 'Please select a video file.' }))
      expect(refused.field(label).errors).toEqual([message])
    expect(refused.alerts()).toHaveLength(1)
    expect([refused.field('Title').value, refused.field('Genre').value]).toEqual([fields.Title.trim(), fields.Genre])
  })

  test('refuses a file that is no video', async () => {
    expect((await sendUpload({ Title: 'Kept', Genre: 'Drama' })).alerts()).toEqual(['Please select a video file.'])
  })

  async function sendUpload(fields: Record<string, string>) {
    const page = await (await site.visit(creator)).open('/upload')
    fill(page, fields)
    page.field('Video file').attach(new File(['not a video at all'], 'notes.txt', { type: 'text/plain' }))
    return await page.press('Upload Episode')
  }
})
