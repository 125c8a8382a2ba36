import { expect, type Page } from '@playwright/test'
import type { Language } from '../../src/domain/places/locales.ts'
import { href } from '../../src/routes.ts'
import { acceptTerms, choosePayment, fillFields, placeButton } from './checkout-form.ts'
import type { EditorsShop } from './editors-shop.ts'
import { buyButton, main, pageHeading, toCheckout } from './page-parts.ts'
import { slugOfSubscribable } from './part-slugs.ts'
import { person } from './shopper.ts'
import { words } from './words.ts'

type Subscribing = { language: Language; email: string }

/** A guest subscribes: from the part's page to the confirmation, paid on the sandbox's page. */
export async function subscribe(page: Page, shop: EditorsShop, { language, email }: Subscribing): Promise<void> {
  const t = words(language)
  const slug = await slugOfSubscribable(shop.dataFolder, language)
  await page.goto(shop.origin + href(language, 'product', { slug }))
  await main(page)
    .getByRole('combobox', { name: t('islands:cart.interval') })
    .selectOption('30')
  await buyButton(page).click()
  await toCheckout(page).click()
  await fillFields(page, { ...person, email })
  await choosePayment(page, 'sandbox')
  await acceptTerms(page)
  await placeButton(page).press('Enter')
  await page.getByRole('button', { name: t('checkout:sandbox.approve'), exact: true }).click()
  await expect(pageHeading(page)).toHaveText(t('checkout:confirmation.title'))
}
