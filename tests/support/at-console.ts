import { expect, type Page } from '@playwright/test'
import type { Language } from '../../src/domain/places/locales.ts'
import type { EditorsShop } from './editors-shop.ts'

export const password = 'en lång fras till konsolen 58'

/** Somebody new with a role, signed in to the console in this page's browser. */
export async function signInNew(
  page: Page,
  shop: EditorsShop,
  { email, language, role = 'owner' }: { email: string; language: Language; role?: string },
): Promise<void> {
  const { link } = (await shop.staff('invite', email, '--role', role, '--lang', language)) as { link: string }
  await page.goto(link)
  await expect(page.locator('[autofocus]')).toBeFocused()
  await page.keyboard.type('Karin Ägare')
  await page.keyboard.press('Tab')
  await page.keyboard.type(password)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/console\/account/)
  // The address changes before the page's scripts have run: a key pressed now would be lost.
  await page.waitForLoadState()
}
