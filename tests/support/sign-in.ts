import { expect, type Locator, type Page } from '@playwright/test'
import type { Language } from '../../src/domain/places/locales.ts'
import { href } from '../../src/routes.ts'
import { demoPassword } from '../../src/server/preflight/demo-identity.ts'
import { root } from './page-parts.ts'
import { inAnyLanguage } from './words.ts'

/** The dialogs and forms to sign in, to register and to change a password. */

/** The login dialog in any of its steps; it is the only dialog that is open then. */
export const loginDialog = (page: Page) => page.getByRole('dialog')
export const emailField = (form: Locator) => form.getByRole('textbox', { name: inAnyLanguage('islands:login.email') })
export const passwordField = (form: Locator) =>
  form.getByRole('textbox', { name: inAnyLanguage('islands:login.password') })

/** Fills in the dialog or the login screen and sends it. */
export async function sendLogin(form: Locator, email: string, password: string): Promise<void> {
  await emailField(form).fill(email)
  await passwordField(form).fill(password)
  await form.getByRole('button', { name: inAnyLanguage('islands:login.submit') }).click()
}

/**
 * Signs a demo customer in by the post of the login screen's form, for tests of what comes after: the browser loads
 * nothing.
 */
export async function signInByPost(
  { request }: Pick<Page, 'request'>,
  language: Language,
  email: string,
  origin = '',
): Promise<void> {
  const answer = await request.post(origin + href(language, 'login'), {
    form: { action: 'login', email, password: demoPassword },
    maxRedirects: 0,
  })
  expect(answer.status()).toBe(303)
}

export const expectSignedIn = (page: Page, as: 'customer' | 'guest' = 'customer') =>
  expect(root(page)).toHaveAttribute('data-signed-in', as)
export const expectSignedOut = (page: Page) => expect(root(page)).not.toHaveAttribute('data-signed-in')
