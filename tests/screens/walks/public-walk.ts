import { expect, type Page } from '@playwright/test'
import { href } from '../../../src/routes.ts'
import { linkMailed } from '../../e2e/awaited-mail.ts'
import { bar, settings } from '../../e2e/consent-bar.ts'
import { checkoutField } from '../../support/checkout-form.ts'
import { main, menuButton, partsButton, pictures, searchBox, sideNav } from '../../support/page-parts.ts'
import { slugOfMissingPart } from '../../support/part-slugs.ts'
import { firstCategory, firstLink, openFirstCategory, openFirstProduct } from '../../support/shopper.ts'
import { loginDialog, sendLogin } from '../../support/sign-in.ts'
import { inAnyLanguage, startsInAnyLanguage, words } from '../../support/words.ts'
import { at, press, type Stop } from './walk.ts'

const notifyButton = (page: Page) => main(page).getByRole('button', { name: inAnyLanguage('notify.submit') })
const hasSideNav = (width: number) => width < 960

/** The catalogue: home, lists, product, search and content, with everything that opens on them. */
export const shelves: readonly Stop[] = [
  { name: 'home, asking for consent', open: at('home'), shows: '.home-view' },
  {
    name: 'menu',
    shows: '#side-nav:popover-open, #parts-menu:popover-open',
    open: async ({ page }) => {
      if (!hasSideNav(page.viewportSize()?.width ?? 0)) return partsButton(page).click()
      await menuButton(page).click()
      const categories = sideNav(page).getByRole('listitem')
      await categories.getByRole('button').first().click()
      return expect(categories.getByRole('listitem').nth(1)).toBeVisible()
    },
  },
  {
    name: 'consent settings',
    shows: 'dialog[data-consent-settings][open] input:enabled',
    open: async ({ page, language }) => {
      await page.keyboard.press('Escape')
      await bar(page)
        .getByRole('button', { name: words(language)('consent.settings') })
        .click()
    },
  },
  {
    name: 'suggestions',
    shows: 'li[role="option"]',
    open: async ({ page, language }) => {
      await settings(page)
        .getByRole('button', { name: words(language)('islands:consent.only_necessary') })
        .click()
      await searchBox(page).fill(language === 'sv' ? 'batteri' : 'battery')
    },
  },
  {
    name: 'no suggestions',
    shows: '.site-header',
    open: async ({ page, language }) => {
      await searchBox(page).fill('zzqx')
      await expect(page.getByText(words(language)('islands:search.none', { query: 'zzqx' }))).toBeVisible()
    },
  },
  {
    name: 'category',
    open: ({ page, language }) => openFirstCategory(page, language),
    shows: '.category-view .product-card',
  },
  {
    name: 'category, filtered',
    shows: '.chips',
    open: ({ page }) => page.goto(`${new URL(page.url()).pathname}?stock=in`),
  },
  {
    name: 'filters',
    shows: '.facets',
    open: async ({ page }) => {
      const filter = main(page).getByRole('button', { name: startsInAnyLanguage('listing.filter') })
      if (await filter.isVisible()) await filter.click()
    },
  },
  {
    name: 'table',
    shows: '.product-table [aria-sort]',
    open: async ({ page, language }) => {
      await page.goto(`${await firstCategory(page, language)}?sort=price_up&view=table`)
    },
  },
  {
    name: 'comparison',
    shows: '.compare-view td',
    open: async ({ page, language }) => {
      const category = await (await page.request.get(await firstCategory(page, language))).text()
      const skus = Array.from(category.matchAll(/ data-compare="([^"]+)"/g), ([, sku]) => sku)
      await page.goto(href(language, 'compare', {}, { items: skus.slice(0, 3).join(',') }))
    },
  },
  {
    name: 'guides',
    shows: '.guides h2',
    open: ({ page, language }) => page.goto(href(language, 'guides')),
  },
  {
    name: 'guide',
    shows: '.guide-view .steps',
    open: ({ page }) => page.locator('.guides a').first().click(),
  },
  {
    name: 'quick order, checked',
    shows: '.order-result',
    open: async ({ page, language }) => {
      const t = words(language)
      await page.goto(href(language, 'quick-order'))
      await page.getByLabel(t('excel:quick_paste')).fill('BT-10001 2\nzzqx-1 1')
      await page.getByRole('button', { name: t('excel:check') }).click()
    },
  },
  {
    name: 'request with errors',
    shows: '.request [aria-invalid]',
    open: async ({ page, language }) => {
      const t = words(language)
      await page.goto(href(language, 'request', {}, { q: 'zzqx-1' }))
      await page.locator('#request-name').fill('Anna Andersson')
      await page.locator('#request-email').fill('anna@example')
      await page.getByRole('button', { name: t('orders:request.submit') }).click()
    },
  },
  {
    name: 'request, sent',
    shows: '.request [role="status"]',
    open: async ({ page, language }) => {
      await page.locator('#request-email').fill('anna@example.se')
      await page.getByRole('button', { name: words(language)('orders:request.submit') }).click()
    },
  },
  {
    name: 'brand',
    shows: '.product-card',
    open: async ({ page, language }) => page.goto(await firstLink(page, language, 'brand')),
  },
  {
    name: 'product tag',
    shows: '.product-card',
    open: (visit) => at('product-tag', { slug: visit.language === 'sv' ? 'originaldelar' : 'original-parts' })(visit),
  },
  { name: 'product', open: ({ page, language }) => openFirstProduct(page, language), shows: '.product-view .buy-box' },
  { name: 'picture', open: ({ page }) => pictures(page).first().click(), shows: 'dialog.zoom[open]' },
  {
    name: 'product out of stock',
    shows: '.notify-me',
    open: async ({ page, language, shop }) =>
      page.goto(href(language, 'product', { slug: await slugOfMissingPart(shop.dataFolder, language) })),
  },
  {
    name: 'product to wait for',
    shows: '.notify-me',
    open: async ({ page, language, email }) => {
      await main(page).getByLabel(inAnyLanguage('notify.label')).fill(email)
      await notifyButton(page).click()
      await expect(page.getByText(words(language)('notify.sent'))).toBeVisible()
    },
  },
  {
    name: 'search',
    open: (visit) => at('search', {}, { q: visit.language === 'sv' ? 'batteri' : 'battery' })(visit),
    shows: '.search-results .product-card',
  },
  { name: 'search without hits', open: at('search', {}, { q: 'zzqx' }), shows: 'main h1' },
  { name: 'search for nothing', open: at('search'), shows: 'main h1' },
  {
    name: 'content page',
    open: (visit) => at('page', { slug: visit.language === 'sv' ? 'kopvillkor' : 'terms' })(visit),
    shows: '.content-page',
  },
  { name: 'missing page', open: at('page', { slug: 'nowhere/at/all' }), shows: '.error-view' },
]

/** The other public screens, and their error states. */
export const besideShelves: readonly Stop[] = [
  { name: 'track order', open: at('track-order', { id: '100001' }), shows: '.track-order' },
  {
    name: 'track order, not found',
    shows: '.track-order [role="alert"]',
    open: async ({ page }) => {
      await checkoutField(page, 'postal_code').fill('1')
      await press(page, page.getByRole('button', { name: inAnyLanguage('checkout:track.submit') }))
    },
  },
  {
    name: 'track order, found',
    shows: '.tracked-status',
    open: async ({ page }) => {
      await checkoutField(page, 'postal_code').fill('417 53')
      await press(page, page.getByRole('button', { name: inAnyLanguage('checkout:track.submit') }))
    },
  },
  { name: 'withdrawal', open: at('withdrawal'), shows: '.withdrawal-view' },
  {
    name: 'withdrawal, link mailed',
    shows: '.withdrawal-view [role="status"]',
    open: async ({ page }) => {
      await main(page).getByLabel(inAnyLanguage('orders:withdrawal.number')).fill('1')
      await main(page).getByLabel(inAnyLanguage('orders:withdrawal.email')).fill('a@example.com')
      await press(page, page.getByRole('button', { name: inAnyLanguage('orders:withdrawal.find') }))
    },
  },
  {
    name: 'login',
    shows: '.login',
    open: at('login'),
  },
  {
    name: 'login, wrong',
    shows: '.login [role="alert"]',
    open: async ({ page }) => {
      await Promise.all([page.waitForEvent('load'), sendLogin(main(page), 'nobody@example.com', 'wrong')])
    },
  },
  { name: 'register', open: at('login', {}, { mode: 'register' }), shows: '.login [name="name"]' },
  { name: 'forgotten password', open: at('login', {}, { mode: 'forgot' }), shows: '.login [name="email"]' },
  {
    name: 'login dialog',
    shows: 'dialog[data-login][open]',
    open: ({ page, language }) => page.goto(`${href(language, 'home')}?login`),
  },
  {
    name: 'login dialog, wrong',
    shows: 'dialog[data-login] [role="alert"]',
    open: async ({ page }) => {
      await sendLogin(loginDialog(page), 'nobody@example.com', 'wrong')
    },
  },
  {
    name: 'waiting for a part',
    shows: 'main h1',
    open: async ({ page, language, shop, email }) => {
      await page.goto(href(language, 'product', { slug: await slugOfMissingPart(shop.dataFolder, language) }))
      await main(page).getByLabel(inAnyLanguage('notify.label')).fill(email)
      await press(page, notifyButton(page))
      await page.goto(await linkMailed(shop.dataFolder, email, language === 'sv' ? 'bevaka' : 'notify-me'))
    },
  },
  {
    name: 'waiting for a part, confirmed',
    open: ({ page }) => press(page, main(page).getByRole('button')),
    shows: 'main h1',
  },
  {
    name: 'unsubscribe',
    open: async ({ page, shop, email }) => page.goto(await linkMailed(shop.dataFolder, email, 'unsubscribe')),
    shows: 'main button',
  },
  { name: 'unsubscribe, done', open: ({ page }) => press(page, main(page).getByRole('button')), shows: 'main button' },
  { name: 'unsubscribe, too old', open: at('unsubscribe', {}, { token: 'x' }), shows: 'main h1' },
  { name: 'waiting for a part, too old', open: at('notify-me', {}, { token: 'x' }), shows: 'main h1' },
  { name: 'subscription, unknown', open: at('subscription', { id: 'x' }), shows: 'main h1' },
  {
    name: 'preview',
    shows: '.preview-bar',
    open: async ({ page, language, shop }) =>
      page.goto((await shop.content(['preview-link', 'page', 'about', '--lang', language])).trim()),
  },
]
