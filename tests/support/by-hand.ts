import type { Page } from 'playwright-core'

// What people do with Hoshi's forms, found by the names they read. The address changes a moment before the screen
// does, and two screens ask for an "Email": so a form is filled once its own button stands there.

export interface SignUpWords {
  email: string
  password: string
  role?: 'Viewer' | 'Creator'
  username?: string
  bio?: string
  patreonUrl?: string
  /** Ticked unless told. */
  agrees?: boolean
}

/** Fills in the sign-up form that is open and sends it. */
export async function signUp(page: Page, words: SignUpWords): Promise<void> {
  const register = page.getByRole('button', { name: 'Register' })
  await register.waitFor()
  await page.getByLabel('Email', { exact: true }).fill(words.email)
  await page.getByLabel('Password', { exact: true }).fill(words.password)
  if (words.role) await chooseAccountType(page, words.role)
  if (words.username) await page.getByLabel('Username', { exact: true }).fill(words.username)
  if (words.bio) await page.getByLabel('Bio', { exact: true }).fill(words.bio)
  if (words.patreonUrl) await page.getByLabel('Patreon URL', { exact: true }).fill(words.patreonUrl)
  if (words.agrees !== false) await page.getByRole('checkbox', { name: /^I agree to the/ }).check()
  await register.click()
}

export async function chooseAccountType(page: Page, type: 'Viewer' | 'Creator'): Promise<void> {
  await page.getByRole('group', { name: 'Account type' }).getByRole('radio', { name: type, exact: true }).check()
}

/** Fills in the login form that is open and sends it. */
export async function logIn(page: Page, { email, password }: { email: string; password: string }): Promise<void> {
  const login = page.getByRole('button', { name: 'Log In' })
  await login.waitFor()
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await login.click()
}

/** Asks for a reset mail on the forgot-password screen, once that is the one that stands there. */
export async function askForReset(page: Page, email: string): Promise<void> {
  const send = page.getByRole('button', { name: 'Send Reset Email' })
  await send.waitFor()
  await page.getByLabel('Email', { exact: true }).fill(email)
  await send.click()
}

export interface UploadWords {
  title?: string
  genre?: string
  /** Path of the file, or a file made up on the spot. */
  file?: string | { name: string; mimeType: string; buffer: Buffer }
  isNsfw?: boolean
}

/** Fills in the upload form that is open; what is left out stays as it is. */
export async function fillUpload(page: Page, { title, genre, file, isNsfw }: UploadWords): Promise<void> {
  await page.getByRole('button', { name: 'Upload Episode' }).waitFor()
  if (title !== undefined) await page.getByLabel('Title', { exact: true }).fill(title)
  if (genre !== undefined) await page.getByLabel('Genre', { exact: true }).fill(genre)
  if (file !== undefined) await page.getByLabel('Video file', { exact: true }).setInputFiles(file)
  if (isNsfw) await page.getByLabel('NSFW', { exact: true }).check()
}

export async function sendUpload(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Upload Episode' }).click()
}

/** Waits for the panel that a saved episode leads to. */
export async function waitForSuccess(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'View My Profile' }).waitFor()
}

/** The sentences that the page calls out. */
export async function alertsOf(page: Page): Promise<string[]> {
  await page.getByRole('alert').first().waitFor()
  return page.getByRole('alert').allInnerTexts()
}

/** Waits until the page's scripts run; what is typed before stays, what is clicked goes to the server. */
export async function waitForScripts(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const control = document.querySelector('main')
    return control !== null && Object.keys(control).some((key) => key.startsWith('__reactProps'))
  })
}
