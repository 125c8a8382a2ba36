import { expect, test, type Page } from '@playwright/test'
import { languages, type Language } from '../../src/domain/places/locales.ts'
import { href } from '../../src/routes.ts'
import {
  accountLink,
  breadcrumbs,
  dealBanner,
  footer,
  menuButton,
  pageHeading,
  partsButton,
  partsMenu,
  root,
  searchBox,
  sideNav,
} from '../support/page-parts.ts'
import { untilPageIdle } from '../support/page-scripts.ts'
import { openFirstProduct } from '../support/shopper.ts'
import { words } from '../support/words.ts'

const switchersOf = (page: Page) => page.locator('.switchers:visible')
/** The tree of categories in the side navigation, as buttons. */
const categories = (page: Page) => sideNav(page).getByRole('listitem').getByRole('button')
/** What is open below the categories, with more below them. */
const branches = (page: Page) => sideNav(page).getByRole('listitem').getByRole('list')
const hasSideNav = (page: Page) => (page.viewportSize()?.width ?? 0) < 960

async function openSideNav(page: Page): Promise<void> {
  await menuButton(page).click()
  await expect(sideNav(page)).toBeVisible()
}

/** The switches offer what the calls return; on a phone they are in the side navigation. */
async function useSwitches(page: Page, language: Language): Promise<void> {
  const text = words(language)
  if (hasSideNav(page)) await openSideNav(page)
  const switchers = switchersOf(page)
  const offered = (name: 'currency' | 'country') =>
    switchers
      .getByRole('combobox', { name: text(`islands:region.${name}`) })
      .getByRole('option')
      .evaluateAll((options) => options.map((option) => option.getAttribute('value') ?? ''))
  const listed = async (path: string): Promise<unknown> => (await page.request.get(`${path}?locale=${language}`)).json()
  for (const name of ['currency', 'country'] as const)
    await expect(switchers.getByRole('combobox', { name: text(`islands:region.${name}`) })).toBeVisible()
  const currencies = (await offered('currency')).map(
    (each) => expect.objectContaining(/^\d/.test(each) ? { id: Number(each) } : { code: each }) as unknown,
  )
  expect(await listed('/api/currencies')).toEqual(currencies)
  const codes = ((await listed('/api/countries')) as { code: string }[]).map(({ code }) => code)
  expect((await offered('country')).sort()).toEqual(codes.sort())
  const toLanguages = switchers.getByRole('navigation', { name: text('islands:region.language') })
  await expect(toLanguages.getByRole('link')).toHaveCount(2)
  const withoutVat = switchers.getByRole('button', { name: text('islands:vat.ex') })
  await withoutVat.click()
  await expect(root(page)).toHaveAttribute('data-vat', 'ex')
  await expect(withoutVat).toHaveAttribute('aria-pressed', 'true')
  if (hasSideNav(page)) await page.keyboard.press('Escape')
}

/** The children of a node cannot be loaded: that is only logged to the console, and its link keeps working. */
async function openFailingNode(page: Page): Promise<void> {
  const told: string[] = []
  page.on('console', (message) => message.type() === 'error' && told.push(message.text()))
  await page.route('**/api/product-categories**', (route) => route.fulfill({ status: 503, body: '' }))
  await openSideNav(page)
  await categories(page).first().click()
  await expect.poll(() => told.some((each) => each.includes('503'))).toBe(true)
  await expect(page.getByRole('alert')).toHaveCount(0)
  const link = branches(page).first().getByRole('link').first()
  const path = await link.getAttribute('href')
  await link.click()
  await page.waitForURL(path ?? '')
  await expect(pageHeading(page)).toBeVisible()
}

/** The header has a scrolled state after 40 px. */
async function seeHeader(page: Page): Promise<void> {
  await expect(page.getByRole('banner').getByRole('img')).toBeVisible()
  await expect(searchBox(page)).toBeVisible()
  await expect(accountLink(page)).toBeVisible()
  await page.evaluate(() => scrollTo(0, 38))
  await expect(root(page)).not.toHaveAttribute('data-scrolled')
  await page.evaluate(() => scrollTo(0, 60))
  await expect(root(page)).toHaveAttribute('data-scrolled')
  await page.evaluate(() => scrollTo(0, 0))
  await expect(root(page)).not.toHaveAttribute('data-scrolled')
}

/** The footer has its message, columns, the current year and the payment methods. */
async function seeFooter(page: Page, language: Language): Promise<void> {
  const text = words(language)
  await expect(footer(page).locator('.message')).toBeVisible()
  expect(await footer(page).getByRole('list').getByRole('link').count()).toBeGreaterThan(3)
  const pathsIn = (part: string) =>
    footer(page)
      .locator(`${part} a`)
      .evaluateAll((links) => links.map((link) => link.getAttribute('href')))
  const [inColumns, below] = await Promise.all([pathsIn('.columns'), pathsIn('.end')])
  expect(below.filter((path) => inColumns.includes(path))).toEqual([])
  expect([...inColumns, ...below]).toContain(href(language, 'withdrawal'))
  await expect(footer(page).getByText(`© ${new Date().getFullYear()}`)).toBeVisible()
  // This shop accepts invoices and sandbox cards; no other logo may be shown.
  const logos = await footer(page)
    .getByRole('list', { name: text('footer.payment') })
    .getByRole('listitem')
    .evaluateAll((items) =>
      items.map((item) => [item.textContent.trim(), item.querySelector('img')?.getAttribute('src')]),
    )
  expect(logos).toEqual([
    [text('footer.card'), '/payment/card.svg'],
    ['Visa', '/payment/visa-like.svg'],
    ['Mastercard', '/payment/mastercard-like.svg'],
    [text('footer.invoice'), '/payment/invoice.svg'],
  ])
  for (const [, src] of logos) expect((await page.request.get(src ?? '')).status()).toBe(200)
}

/** The deal counts down, says its price with and without it, and opens its product. */
async function openDeal(page: Page, language: Language): Promise<void> {
  const banner = dealBanner(page)
  const clock = banner.getByRole('timer', { name: words(language)('menu.deal_ends') })
  await expect(clock).toHaveText(/^(?:\d+\s\p{L}+\s)?\d\d:\d\d:\d\d$/u)
  await expect(banner.locator('.off')).toHaveText(/\d\s?%$/)
  await expect(banner.locator('.reduced s')).toContainText(/\d/)
  const before = await clock.innerText()
  await expect(clock).not.toHaveText(before)
  const product = await banner.getByRole('link').getAttribute('href')
  await banner.getByRole('link').click()
  await page.waitForURL(`**${product}`)
  await expect(pageHeading(page)).toBeVisible()
}

for (const language of languages) {
  const text = words(language)
  const home = href(language, 'home')

  test.describe(`the layout in ${language}`, () => {
    test(
      'spec 2: the home page has logo, search, account, switches, message and footer; its deal counts down and opens' +
        ' [2.layout.header] [2.layout.scrolled] [2.layout.currency] [2.layout.country] [2.layout.language]' +
        ' [2.layout.vat] [2.layout.message] [2.layout.footer-message] [2.layout.footer-columns]' +
        ' [2.layout.copyright] [2.layout.payment-logos] [2.layout.deal] [4.deal.opens] [7.currencies.once]' +
        ' [7.countries.once]',
      async ({ page }) => {
        const fetched: string[] = []
        page.on('request', (each) => fetched.push(new URL(each.url()).pathname))
        await page.goto(home)
        await expect(breadcrumbs(page)).toHaveCount(0)
        await expect(page.getByRole('complementary', { name: text('menu.message') })).toBeVisible()
        await test.step('the header', () => seeHeader(page))
        await test.step('the footer', () => seeFooter(page, language))
        await test.step('the switches', () => useSwitches(page, language))
        await test.step('the deal', () => openDeal(page, language))
        await untilPageIdle(page)
        for (const list of ['/api/currencies', '/api/countries'])
          expect(fetched.filter((each) => each === list).length, list).toBeLessThanOrEqual(1)
      },
    )

    test(
      "spec 2: the spare-parts menu lists the categories of the main menu, beside the shop's menu" +
        ' [2.layout.main-menu] [2.layout.menu-widget] @wide',
      async ({ page }) => {
        await page.goto(home)
        const mainMenu = page.getByRole('navigation', { name: text('menu.main') })
        await expect(mainMenu.getByRole('link').first()).toBeVisible()
        await partsButton(page).click()
        const category = partsMenu(page).getByRole('heading').getByRole('link').first()
        const name = await category.innerText()
        await category.click()
        await expect(pageHeading(page)).toHaveText(name)
      },
    )

    test('spec 2: breadcrumbs are shown when there is more than one [2.layout.crumbs]', async ({ page }) => {
      await openFirstProduct(page, language)
      expect(await breadcrumbs(page).getByRole('listitem').count()).toBeGreaterThan(1)
      const first = await breadcrumbs(page).getByRole('link').nth(1).getAttribute('href')
      await page.goto(first ?? '')
      await expect(pageHeading(page)).toBeVisible()
      await expect(breadcrumbs(page), 'a category of the first level is one crumb').toHaveCount(0)
    })

    test('spec 4: the deal is hidden before and after its period', async ({ page }) => {
      await page.clock.install()
      for (const years of [-3, 3]) {
        await page.clock.setSystemTime(Date.now() + years * 31_536_000_000)
        await page.goto(home)
        await expect(dealBanner(page)).toBeHidden()
      }
    })
  })

  test.describe(`the category tree in ${language} @narrow`, () => {
    test(
      'spec 4: a node expands on click and loads its children once; a failed load is only logged and its link works' +
        ' [2.layout.side-tree] [2.layout.side-switchers] [8.category-load]',
      async ({ page }) => {
        const asked: string[] = []
        page.on('request', (request) => {
          if (request.url().includes('/api/product-categories'))
            asked.push(new URL(request.url()).searchParams.get('parent_id') ?? '')
        })
        await page.goto(home)
        await openSideNav(page)
        for (const key of ['islands:region.currency', 'islands:region.country'] as const)
          await expect(sideNav(page).getByRole('combobox', { name: text(key) })).toBeVisible()
        const node = categories(page).first()
        for (const expanded of ['true', 'false', 'true']) {
          await node.click()
          await expect(node).toHaveAttribute('aria-expanded', expanded)
        }
        const branch = branches(page).first()
        await expect(
          branch.getByRole('link', { name: text('islands:menu.all_in', { name: await node.innerText() }) }),
        ).toBeVisible()
        await expect(branch.getByRole('listitem').nth(1)).toBeVisible()
        expect(asked).toHaveLength(1)
        await branch.getByRole('button').first().click()
        const twig = branch.getByRole('list').first()
        await expect(twig.getByRole('listitem').nth(1)).toBeVisible()
        expect(asked).toHaveLength(2)
        const leaf = twig.getByRole('link').nth(1)
        const name = await leaf.innerText()
        await leaf.click()
        await expect(pageHeading(page)).toHaveText(name)
        await test.step('a failed load', () => openFailingNode(page))
      },
    )
  })
}

test('the pages of the design system exist only in development', async ({ request }) => {
  for (const path of [...languages.map((language) => href(language, 'styleguide')), '/console/styleguide'])
    expect((await request.get(path, { headers: { Accept: 'text/html' } })).status(), path).toBe(404)
})
