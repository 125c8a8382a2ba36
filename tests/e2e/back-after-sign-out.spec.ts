import { expect, type Page } from '@playwright/test'
import { formatAtc } from '../../src/domain/cart/atc.ts'
import { languages, type Language } from '../../src/domain/places/locales.ts'
import { href, type Screen } from '../../src/routes.ts'
import { demoPassword } from '../../src/server/preflight/demo-identity.ts'
import { checkoutField } from '../support/checkout-form.ts'
import { main, pageHeading, priceIn, productCards, root } from '../support/page-parts.ts'
import { orderableSku } from '../support/shopper.ts'
import {
  emailField,
  expectSignedIn,
  expectSignedOut,
  loginDialog,
  passwordField,
  signInByPost,
} from '../support/sign-in.ts'
import { testAtSharedShop as test } from '../support/test-with-shop.ts'
import { words } from '../support/words.ts'

test.describe.configure({ mode: 'default' })

async function signIn(page: Page, language: Language, email: string): Promise<void> {
  await page.goto(`${href(language, 'home')}?login`)
  await emailField(loginDialog(page)).fill(email)
  await passwordField(loginDialog(page)).fill(demoPassword)
  await page.keyboard.press('Enter')
  await expectSignedIn(page)
}

for (const language of languages) {
  const t = words(language)
  const visit = (page: Page, screen: Screen) => page.goto(href(language, screen))
  test(`in ${language} Back shows account pages and track-order unchanged while the user is signed in`, async ({
    page,
  }) => {
    await signInByPost(page, language, 'karin@example.com')
    const screens = ['my-account', 'my-account-orders', 'track-order', 'quick-order', 'excel-order'] as const
    const headings: string[] = []
    for (const screen of screens) {
      const answer = await visit(page, screen)
      expect(answer?.headers()['cache-control'], screen).toBe('private, no-cache')
      headings.push(await pageHeading(page).innerText())
    }
    await visit(page, 'home')
    for (const [at, screen] of [...screens.entries()].toReversed()) {
      await page.goBack()
      await expect(page).toHaveURL(new RegExp(`${href(language, screen)}$`))
      await expect(pageHeading(page), screen).toHaveText(headings[at] ?? '')
    }
  })

  test(`in ${language} Back after signing out shows nothing of the account and the usual prices`, async ({ page }) => {
    await signIn(page, language, 'buyer@verkstad.example')
    await expect(root(page)).toHaveAttribute('data-vat', 'ex')
    await visit(page, 'my-account')
    await visit(page, 'my-account-orders')
    const shown = await main(page).innerText()
    await page.getByRole('button', { name: t('account:nav.sign_out') }).click()
    await page.waitForURL(`**${href(language, 'login')}`)
    await expect(root(page)).toHaveAttribute('data-vat', 'inc')
    const cookies = (await page.context().cookies()).map(({ name }) => name)
    expect(cookies.filter((name) => ['cid', 'cuc', 'cc'].includes(name))).toEqual([])
    for (let steps = 0; steps < 2; steps += 1) {
      await page.goBack()
      await page.waitForURL(/\/(login|logga-in)/)
      await expect(main(page)).not.toContainText(shown.slice(0, 40))
      await expectSignedOut(page)
    }
    await visit(page, 'home')
    await expect(productCards(page).first()).toContainText(language === 'sv' ? 'kr' : '€')
    await expect(priceIn(productCards(page)).first()).toBeVisible()
  })

  test(`in ${language} pages of other tabs show nothing of the account once one tab has signed out`, async ({
    page,
    context,
  }) => {
    await signInByPost(page, language, 'karin@example.com')
    await visit(page, 'my-account')
    const atCheckout = await context.newPage()
    await atCheckout.goto(
      href(language, 'checkout-id', {}, { atc: formatAtc([{ sku: await orderableSku(page, language), quantity: 1 }]) }),
    )
    await expect(checkoutField(atCheckout, 'email')).toHaveValue('karin@example.com')
    const leaving = await context.newPage()
    await visit(leaving, 'my-account-orders')
    await leaving.getByRole('button', { name: t('account:nav.sign_out') }).click()
    await leaving.waitForURL(`**${href(language, 'login')}`)
    await page.waitForURL(/\/(login|logga-in)/)
    await expect(checkoutField(atCheckout, 'email')).toHaveValue('')
    await expect(checkoutField(atCheckout, 'name')).toHaveValue('')
  })
}
