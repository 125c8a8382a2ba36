import { chromium, expect, test, type Page } from '@playwright/test'
import { languages } from '../../src/domain/places/locales.ts'
import { href } from '../../src/routes.ts'
import { checkoutField } from '../support/checkout-form.ts'
import { wholeBrowser } from '../support/find-browser.ts'
import {
  addButton,
  buyButton,
  cartCount,
  cartLines,
  cartLink,
  cartToast,
  menuButton,
  miniCart,
  orderableCards,
  productCards,
  productLink,
  root,
  sideNav,
} from '../support/page-parts.ts'
import { untilPageIdle, untilUsed } from '../support/page-scripts.ts'
import { addToCart, firstCategory, openFirstCategory, placeOrder, reachCheckoutByLink } from '../support/shopper.ts'
import { startsInAnyLanguage, words } from '../support/words.ts'

/** Notes when live regions come into the page with words already in them, of which screen readers tell nothing. */
async function noteSilentRegions(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const silent: string[] = []
    Object.assign(globalThis, { silent })
    const known = new Set<Element>()
    const look = () => {
      const shown = [...document.querySelectorAll('[role="status"]')].filter((each) => each.checkVisibility())
      const says = (each: Element) => each.textContent?.trim() ?? ''
      silent.push(...shown.filter((each) => !known.has(each) && says(each) !== '').map(says))
      known.clear()
      for (const each of shown) known.add(each)
      requestAnimationFrame(look)
    }
    addEventListener('DOMContentLoaded', look)
  })
  return () => page.evaluate(() => Reflect.get(globalThis, 'silent') as string[])
}

for (const language of languages) {
  const t = words(language)

  test(`what was added to the cart is said in a region that was there before, in ${language}`, async ({ page }) => {
    const silent = await noteSilentRegions(page)
    await openFirstCategory(page, language)
    await addButton(orderableCards(page).first()).press('Enter')
    await expect(cartToast(page).getByRole('status')).not.toBeEmpty()
    await expect(cartToast(page).getByRole('status').getByRole('button'), 'only words are read out').toHaveCount(0)
    await addButton(orderableCards(page).nth(1)).press('Enter')
    await expect(cartToast(page)).toContainText('(2)')
    expect(await silent()).toEqual([])
  })

  test(`the focus goes with a removed line, and back to it, in ${language}`, async ({ page }) => {
    await addToCart(page, language)
    const line = cartLines(page).first()
    await expect(line.getByRole('group'), 'the name of a quantity is said once').toHaveCount(0)
    await line.getByRole('button', { name: startsInAnyLanguage('islands:cart.remove') }).press('Enter')
    await expect(miniCart(page).getByRole('button', { name: t('islands:cart.undo') })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(cartLines(page).first().getByRole('spinbutton')).toBeFocused()
  })

  test(`the number that a button leaves, and a code that counts, are said in ${language}`, async ({ page }) => {
    const silent = await noteSilentRegions(page)
    await addToCart(page, language)
    const line = cartLines(page).first()
    const count = line.getByRole('spinbutton')
    await expect(line.getByRole('status')).toBeEmpty()
    await line.getByRole('button', { name: new RegExp(t('islands:cart.more')) }).click()
    await expect(line.getByRole('status')).toHaveText(`${await count.getAttribute('aria-label')}: 2`)
    // What is typed is said by the field alone.
    await count.fill('3')
    await count.press('Enter')
    await expect(line.getByRole('status')).toBeEmpty()
    const codes = miniCart(page).getByRole('region', { name: t('islands:discount.label') })
    await codes.getByRole('textbox').fill('VALKOMMEN10')
    await codes.getByRole('textbox').press('Enter')
    await expect(codes.getByRole('status').first()).toHaveText(t('islands:discount.accepted', { code: 'VALKOMMEN10' }))
    expect(await silent()).toEqual([])
    // What is said makes a drawer that is higher than its window no higher.
    await page.setViewportSize({ width: 360, height: 300 })
    const heights = await miniCart(page).evaluate((drawer) => {
      const before = drawer.scrollHeight
      for (const each of drawer.querySelectorAll<HTMLElement>('output.unseen')) each.style.display = 'none'
      return [before, drawer.scrollHeight]
    })
    expect(heights[0]).toBe(heights[1])
  })

  test(`a sheet gives the focus back to its button, in ${language} @narrow`, async ({ page }) => {
    await openFirstCategory(page, language)
    await untilPageIdle(page)
    await menuButton(page).press('Enter')
    await expect(sideNav(page)).toBeFocused()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Escape')
    await expect(menuButton(page)).toBeFocused()
    const opener = page.locator('.toolbar .filter')
    await opener.press('Enter')
    await page.locator('#facets details[open] a').first().press('Enter')
    await expect(page.locator('.chips')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(opener).toBeFocused()
  })

  test(`a list says how many parts there are, also when there are as many as before, in ${language}`, async ({
    page,
  }) => {
    await page.goto(`${await firstCategory(page, language)}?stock=in&sort=price_up`)
    await untilUsed(page)
    const status = page.locator('#grid > [role="status"]')
    await page.evaluate(() => {
      const said: string[] = []
      Object.assign(globalThis, { said })
      const region = document.querySelector('#grid > [role="status"]')
      const note = () => said.push(`${region?.textContent} ${region?.closest('[aria-busy="true"]') !== null}`)
      if (region) new MutationObserver(note).observe(region, { childList: true })
    })
    const count = await page.locator('.toolbar h2').innerText()
    for (const sort of ['price_down', 'price_up']) {
      const link = page.locator(`.toolbar a[href*="sort=${sort}"]`)
      if (!(await link.isVisible())) await page.locator('.toolbar .sort summary').click()
      await link.click()
      await page.waitForURL(`**sort=${sort}**`)
      await expect(status).toHaveText(count)
    }
    const said = await page.evaluate(() => Reflect.get(globalThis, 'said') as string[])
    expect(said.filter((each) => each === `${count} false`)).toHaveLength(2)
  })

  test(`a summary of errors is not read out again with each field that is corrected, in ${language}`, async ({
    page,
  }) => {
    await reachCheckoutByLink(page, language)
    await placeOrder(page)
    const summary = page.locator('.checkout-notices')
    await expect(summary).not.toHaveAttribute('aria-live')
    await checkoutField(page, 'city').fill('Stockholm')
    await expect(summary).toHaveAttribute('aria-live', 'off')
  })

  test(`a page that Back restores has the cart and the prices of now, in ${language}`, async ({ baseURL }) => {
    const browser = await chromium.launch({ ...wholeBrowser, ignoreDefaultArgs: ['--disable-back-forward-cache'] })
    try {
      const page = await browser.newPage({ baseURL: baseURL ?? '', viewport: { width: 1440, height: 900 } })
      page.setDefaultTimeout(10_000)
      await openFirstCategory(page, language)
      await page.evaluate(() => Object.assign(window, { mark: 'kept' }))
      await page.goto((await productLink(orderableCards(page).first()).getAttribute('href')) ?? '')
      await buyButton(page).click()
      await expect(cartLines(page)).toHaveCount(1)
      await page.keyboard.press('Escape')
      await expect(miniCart(page)).toBeHidden()
      await page
        .getByRole('button', { name: t('islands:vat.ex') })
        .first()
        .click()
      await expect(root(page)).toHaveAttribute('data-vat', 'ex')
      await page.goto(href(language, 'quick-order'))
      await page.getByRole('textbox', { name: t('excel:quick_paste') }).fill('BT-10001 2')
      await page.goto(href(language, 'guides'))
      await page.goBack({ waitUntil: 'commit' })
      await expect(page.getByRole('textbox', { name: t('excel:quick_paste') })).toHaveValue('BT-10001 2')
      await page.goBack({ waitUntil: 'commit' })
      await expect(buyButton(page)).toBeVisible()
      await page.goBack({ waitUntil: 'commit' })
      await expect.poll(() => page.evaluate((): unknown => Reflect.get(window, 'mark'))).toBe('kept')
      await expect(root(page)).toHaveAttribute('data-vat', 'ex')
      await expect(cartCount(page)).toHaveText('1')
      await expect(productCards(page).first().locator('.ex').first()).toBeVisible()
      await cartLink(page).click()
      await expect(cartLines(page)).toHaveCount(1)
    } finally {
      await browser.close()
    }
  })
}
