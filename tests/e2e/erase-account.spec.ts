import { expect, type Page } from '@playwright/test'
import { languages, type Language } from '../../src/domain/places/locales.ts'
import { href } from '../../src/routes.ts'
import type { EditorsShop } from '../support/editors-shop.ts'
import { mailedLink } from '../support/mailbox.ts'
import { numberOf, placeByForm } from '../support/order-by-form.ts'
import { main, pageHeading } from '../support/page-parts.ts'
import { orderableSku } from '../support/shopper.ts'
import { emailField } from '../support/sign-in.ts'
import { testAtSharedShop as test } from '../support/test-with-shop.ts'
import { words } from '../support/words.ts'

for (const language of languages) {
  const t = words(language)

  test(`in ${language} an account waits for its orders, leads to them, and is erased after them`, async ({
    page,
    context,
    shop,
  }, { project, repeatEachIndex }) => {
    const email = `radera-${language}-${project.name}-${repeatEachIndex}@example.com`
    await register(page, shop, { language, email })
    const profile = href(language, 'my-account-profile-edit')
    await page.goto(profile)
    const erase = page.locator('form').filter({ has: page.getByRole('heading', { name: t('account:profile.erase') }) })
    const other = await context.newPage()
    await other.goto(profile)
    const lines = [{ sku: await orderableSku(page, language), quantity: 1 }]
    const payment = await context.newPage()
    await payment.goto(await placeByForm(page.request, language, { lines, email, name: 'Eva Ek' }, 'sandbox'))
    await payment.getByRole('button', { name: t('checkout:sandbox.approve'), exact: true }).click()
    await expect(pageHeading(payment)).toHaveText(t('checkout:confirmation.title'))
    const number = numberOf(await payment.content())
    await payment.close()
    // The form was open before the order: the page says why it was refused, where it is read.
    await erase.getByRole('checkbox').check()
    await erase.getByRole('button').click()
    const refusal = erase.getByRole('alert')
    await expect(refusal).toContainText(t('account:profile.erase_orders'))
    await expect(refusal).toBeFocused()
    await expect(refusal).toBeInViewport()
    await refusal.getByRole('link', { name: t('account:orders.number', { number }) }).click()
    await expect(pageHeading(page)).toHaveText(t('orders:order.title', { number }))
    await shop.order('ship', number)
    await shop.order('deliver', number)
    await page.goto(profile)
    await erase.getByRole('checkbox').check()
    await erase.getByRole('button').click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('account:profile.erased_title'))
    // A tab that showed the account asks for it again.
    await other.waitForURL(`**${href(language, 'login')}?**`)
    await expect(emailField(main(other))).toHaveValue('')
  })
}

type Registered = { language: Language; email: string }

/** A new account by the link in its mail, in this browser. */
async function register(page: Page, shop: EditorsShop, { language, email }: Registered): Promise<void> {
  const form = { action: 'register', email, name: 'Eva Ek' }
  await page.request.post(href(language, 'login'), { form })
  await page.goto(await mailedLink(shop.dataFolder, email))
  await main(page)
    .getByRole('button', { name: words(language)('account:login.link_new_submit') })
    .click()
  await page.waitForURL(`**${href(language, 'my-account-orders')}**`)
}
