import { expect, type Page } from '@playwright/test'
import type { Language } from '../../src/domain/places/locales.ts'
import type { EditorsShop } from './editors-shop.ts'

export const password = 'en lång fras till konsolen 58'

type NewPerson = { email: string; language: Language; role?: string }

async function invitation(shop: EditorsShop, { email, language, role = 'owner' }: NewPerson): Promise<string> {
  const { link } = (await shop.staff('invite', email, '--role', role, '--lang', language)) as { link: string }
  return link
}

/**
 * Somebody new with a role, signed in to the console in this page's browser by the post of the invitation's form. The
 * page itself opens nothing: two pages less for tests that begin at a screen of their own.
 */
export async function signInNew(page: Page, shop: EditorsShop, person: NewPerson): Promise<void> {
  const { origin, pathname, searchParams } = new URL(await invitation(shop, person))
  const answer = await page.request.post(origin + pathname, {
    form: { token: searchParams.get('token') ?? '', name: 'Karin Ägare', password },
    headers: { origin },
    maxRedirects: 0,
  })
  expect(answer.status()).toBe(303)
}

/** The same by keyboard, as a person does it; the page then shows the own account. */
export async function signInByKeyboard(page: Page, shop: EditorsShop, person: NewPerson): Promise<void> {
  await page.goto(await invitation(shop, person))
  await expect(page.locator('[autofocus]')).toBeFocused()
  await page.keyboard.type('Karin Ägare')
  await page.keyboard.press('Tab')
  await page.keyboard.type(password)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/console\/account/)
  // The address changes before the page's scripts have run: a key pressed now would be lost.
  await page.waitForLoadState()
}
