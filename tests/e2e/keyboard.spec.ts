import { expect, test, type Page } from '@playwright/test'
import { languages } from '../../src/domain/places/locales.ts'
import { href } from '../../src/routes.ts'
import { checkoutField, paymentChoice } from '../support/checkout-form.ts'
import { buyButton, cartLines, pageHeading, sideNav, suggestions, toCheckout } from '../support/page-parts.ts'
import { person } from '../support/shopper.ts'
import { words } from '../support/words.ts'

const maxSteps = 150

/** Presses Tab until the focused element matches; the focused element is always visible. */
async function tabTo(page: Page, selector: string): Promise<void> {
  for (let step = 0; step < maxSteps; step += 1) {
    await page.keyboard.press('Tab')
    const isThere = await page.evaluate((wanted) => document.activeElement?.matches(wanted) ?? false, selector)
    if (isThere) return expect(page.locator(':focus')).toBeInViewport()
  }
  throw new Error(`Nothing like ${selector} got the focus within ${maxSteps} steps.`)
}

/** The focus ring, as far as styles show it. */
async function hasRing(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    const element = document.activeElement
    if (!element) return false
    const { outlineStyle, outlineWidth } = getComputedStyle(element)
    return outlineStyle !== 'none' && outlineWidth !== '0px'
  })
}

async function fillCheckoutByKeys(page: Page): Promise<void> {
  for (const [name, value] of Object.entries(person)) {
    await tabTo(page, `main [name="${name}"]`)
    await page.keyboard.press('ControlOrMeta+A')
    await page.keyboard.type(value)
  }
  await tabTo(page, 'main [name="payment_method"]')
  const invoice = paymentChoice(page, 'invoice')
  for (let step = 0; step < 5 && !(await invoice.isChecked()); step += 1) await page.keyboard.press('ArrowDown')
  await expect(invoice).toBeChecked()
  await tabTo(page, '[name="terms"]')
  await page.keyboard.press('Space')
  await tabTo(page, 'button[name="action"][value="place"]')
  await page.keyboard.press('Enter')
}

for (const language of languages) {
  const text = words(language)

  test.describe(`a purchase by keyboard alone in ${language}`, () => {
    test.beforeEach(({ page }) => page.goto(href(language, 'home')))

    async function addShownPart(page: Page): Promise<void> {
      await expect(buyButton(page)).toBeVisible()
      await tabTo(page, '.buy-box [data-add-to-cart]')
      expect(await hasRing(page)).toBe(true)
      await page.keyboard.press('Enter')
      await expect(cartLines(page).first()).toBeVisible()
    }

    async function buyCart(page: Page): Promise<void> {
      const button = toCheckout(page)
      await expect(button).toBeEnabled()
      for (
        let step = 0;
        step < 40 && !(await button.evaluate((element) => element === document.activeElement));
        step += 1
      ) {
        await page.keyboard.press('Tab')
        expect(
          await page.evaluate(
            () => document.activeElement === document.body || document.activeElement?.closest('dialog[open]') !== null,
          ),
        ).toBe(true)
      }
      await page.keyboard.press('Enter')
      await expect(checkoutField(page, 'email')).toBeVisible()
      await fillCheckoutByKeys(page)
      await expect(pageHeading(page)).toHaveText(text('checkout:confirmation.title'))
    }

    test('by the search box, to the confirmation', async ({ page }) => {
      await tabTo(page, 'input[role="combobox"]')
      await page.keyboard.type(language === 'sv' ? 'batteri' : 'battery')
      await expect(suggestions(page).first()).toBeVisible()
      await page.keyboard.press('Enter')
      await page.waitForURL(`**${href(language, 'search')}?q=*`)
      await tabTo(page, '.product-card:has([data-add-to-cart]) h3 a')
      await page.keyboard.press('Enter')
      await addShownPart(page)
      await buyCart(page)
    })

    test('by the menu and the skip link, to the part in the cart', async ({ page }) => {
      const isNarrow = (page.viewportSize()?.width ?? 0) < 960
      await tabTo(page, isNarrow ? 'button.menu' : 'button.parts')
      await page.keyboard.press('Enter')
      // Before hydration the tree consists of plain links.
      if (isNarrow) await expect(sideNav(page).getByRole('listitem').getByRole('button').first()).toBeVisible()
      await tabTo(page, isNarrow ? '.category-tree .node' : '#parts-menu a')
      await page.keyboard.press('Enter')
      if (isNarrow) {
        await tabTo(page, '.branch a')
        await page.keyboard.press('Enter')
      }
      await page.waitForURL(`**${href(language, 'product-category-all', { slug: '**' })}`)
      await tabTo(page, '.skip')
      await page.keyboard.press('Enter')
      await tabTo(page, '.product-card:has([data-add-to-cart]) h3 a')
      await page.keyboard.press('Enter')
      await addShownPart(page)
    })
  })
}
