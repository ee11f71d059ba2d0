import type { Page } from 'playwright-core'

// Actions on Hoshi's forms, found by their visible names. The URL changes a moment before the screen, and two
// screens have an "Email" field: a form is therefore filled once its own button is there.

export interface SignUpFields {
  email: string
  password: string
  role?: 'Viewer' | 'Creator'
  username?: string
  bio?: string
  patreonUrl?: string
  /** Ticked by default. */
  agrees?: boolean
}

/** Fills in the sign-up form that is open and sends it. */
export async function signUp(page: Page, fields: SignUpFields): Promise<void> {
  const register = page.getByRole('button', { name: 'Register' })
  await register.waitFor()
  await page.getByLabel('Email', { exact: true }).fill(fields.email)
  await page.getByLabel('Password', { exact: true }).fill(fields.password)
  if (fields.role) await chooseAccountType(page, fields.role)
  if (fields.username) await page.getByLabel('Username', { exact: true }).fill(fields.username)
  if (fields.bio) await page.getByLabel('Bio', { exact: true }).fill(fields.bio)
  if (fields.patreonUrl) await page.getByLabel('Patreon URL', { exact: true }).fill(fields.patreonUrl)
  if (fields.agrees !== false) await page.getByRole('checkbox', { name: /^I agree to the/ }).check()
  await register.click()
}

export async function chooseAccountType(page: Page, type: 'Viewer' | 'Creator'): Promise<void> {
  await page.getByRole('group', { name: 'Account type' }).getByRole('radio', { name: type, exact: true }).check()
}

/** Fills in the login form that is open and sends it. */
export async function logIn(page: Page, { email, password }: { email: string; password: string }): Promise<void> {
  const login = page.getByRole('button', { name: 'Log In', exact: true })
  await login.waitFor()
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await login.click()
}

/** Requests a reset mail on the forgot-password screen, once it is shown. */
export async function requestReset(page: Page, email: string): Promise<void> {
  const send = page.getByRole('button', { name: 'Send Reset Email' })
  await send.waitFor()
  await page.getByLabel('Email', { exact: true }).fill(email)
  await send.click()
}

export interface UploadFields {
  title?: string
  genre?: string
  /** Path of the file, or a file in memory. */
  file?: string | { name: string; mimeType: string; buffer: Buffer }
  isNsfw?: boolean
}

/** Fills in the upload form that is open; omitted fields stay unchanged. */
export async function fillUpload(page: Page, { title, genre, file, isNsfw }: UploadFields): Promise<void> {
  await page.getByRole('button', { name: 'Upload Episode' }).waitFor()
  if (title !== undefined) await page.getByLabel('Title', { exact: true }).fill(title)
  if (genre !== undefined) await page.getByLabel('Genre', { exact: true }).fill(genre)
  if (file !== undefined) await page.getByLabel('Video file', { exact: true }).setInputFiles(file)
  if (isNsfw) await page.getByLabel('NSFW', { exact: true }).check()
}

export async function sendUpload(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Upload Episode' }).click()
}

/** Waits for the panel that follows a saved episode. */
export async function waitForSuccess(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'View My Profile' }).waitFor()
}

/** The texts of all alerts, once there is one. */
export async function alertsOf(page: Page): Promise<string[]> {
  await page.getByRole('alert').first().waitFor()
  return page.getByRole('alert').allInnerTexts()
}

/** Delays the page's scripts, as a slow connection does, until the returned function is called. */
export async function delayScripts(page: Page): Promise<() => void> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await released
    await route.continue()
  })
  return release
}

/** Waits until the page's scripts run; earlier input stays, earlier clicks go to the server. */
export async function waitForHydration(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const control = document.querySelector('main')
    // The page adds this link once its effects have run, and with them listens to keys.
    const hasEffects = document.querySelector('link[rel=stylesheet][href*="japanese"]') !== null
    return hasEffects && control !== null && Object.keys(control).some((key) => key.startsWith('__reactProps'))
  })
}
