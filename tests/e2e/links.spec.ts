import { expect, test, type BrowserContext, type Page } from '@playwright/test'
import { languages, type Language } from '../../src/domain/places/locales.ts'
import { href } from '../../src/routes.ts'
import { demoLocale } from '../../src/tools/demo/content/demo-settings.ts'
import { buyButton, menuButton, productCards, root } from '../support/page-parts.ts'
import { firstCategory, openFirstProduct } from '../support/shopper.ts'
import { inAnyLanguage, words } from '../support/words.ts'

const daySeconds = 86_400

/** Of the top bar, or on a phone of the side navigation, also while that is closed. */
const countrySwitch = (page: Page) => page.locator('select[name="country"]').first()
const languageLink = (page: Page, to: Language) =>
  page
    .getByRole('navigation', { name: inAnyLanguage('islands:region.language') })
    .getByRole('link', { name: to === 'sv' ? 'Svenska' : 'English' })

for (const language of languages) {
  const text = words(language)
  const home = href(language, 'home')
  const pounds = language === 'sv' ? 'GBP' : '£'
  const ownCurrency = language === 'sv' ? 'kr' : '€'

  test.describe(`links in ${language}`, () => {
    test(
      'spec 2: /rabatt/{category-slug}/{code} opens the listing with the code and all other parameters' +
        ' [2.discount-path.category]',
      async ({ page }) => {
        const path = await firstCategory(page, language)
        await page.goto(`/rabatt/${path.split('/').at(-1)?.toUpperCase()}/SOMMAR-25?utm_source=mail&x=1&x=2&disc=OLD`)
        expect(addressOf(page)).toBe(`${path}?utm_source=mail&x=1&x=2&disc=SOMMAR-25`)
        await expect(productCards(page).first()).toBeVisible()
      },
    )

    test(
      'spec 2: /rabatt/{code}, and one with an unknown category, open the home page with the code' +
        ' [2.discount-path.home]',
      async ({ page, context, baseURL }) => {
        await context.addCookies([{ name: 'locale', value: language, url: baseURL ?? '' }])
        for (const link of ['/rabatt/SOMMAR-25?a=%C3%A5', '/rabatt/no-such-shelf/SOMMAR-25?a=%C3%A5']) {
          await page.goto(link)
          expect(addressOf(page)).toBe(`${home}?a=%C3%A5&disc=SOMMAR-25`)
        }
        await page.goto('/rabatt/a_b?a=1')
        expect(addressOf(page)).toBe(`${home}?a=1`)
      },
    )

    for (const javaScriptEnabled of [true, false]) {
      test.describe(javaScriptEnabled ? 'with script' : 'without script', () => {
        test.use({ javaScriptEnabled })

        test(
          'spec 4: country and currency of the query and of the switches change the prices at once, unless unknown' +
            ' [4.region-query.known] [4.region-query.unknown] [5.country-query] [5.currency-query]' +
            ' [4.region-change.cookie] [4.region-change.reload]',
          async ({ page, context }) => {
            const path = await firstCategory(page, language)
            await test.step('an unknown country or currency changes nothing', async () => {
              const unknown = `${path}?currency=XXX&country=ZZ`
              expect((await page.goto(unknown))?.status()).toBe(200)
              expect(addressOf(page)).toBe(unknown)
              await expect(productCards(page).first()).toContainText(ownCurrency)
              expect(Object.keys(await cookiesOf(context))).not.toContain('cid')
            })
            await test.step('a known one is remembered', async () => {
              await page.goto(`${path}?currency=gbp&sort=name&country=no`)
              expect(addressOf(page)).toBe(`${path}?sort=name`)
              await expect(productCards(page).first()).toContainText(pounds)
              await expect(countrySwitch(page)).toHaveValue('NO')
              await page.goto(home)
              await expect(productCards(page).first()).toContainText(pounds)
              expect(await cookiesOf(context)).toMatchObject({ cid: ['5', 30], cuc: ['GBP', 30], cc: ['NO', 30] })
            })
            await test.step('the switches stay on the page', async () => {
              await context.clearCookies()
              const address = `${path}?sort=name`
              await page.goto(address)
              await expect(productCards(page).first()).toContainText(ownCurrency)
              await choose(page, 'currency', '5', javaScriptEnabled)
              await expect(productCards(page).first()).toContainText(pounds)
              await choose(page, 'country', 'DE', javaScriptEnabled)
              await expect(countrySwitch(page)).toHaveValue('DE')
              await expect(productCards(page).first()).toContainText(pounds)
              expect(addressOf(page)).toBe(address)
              expect(await cookiesOf(context)).toMatchObject({ cid: ['5', 30], cuc: ['GBP', 30], cc: ['DE', 30] })
            })
            await test.step('the language switch leads to the same page in the other language', async () => {
              await openSwitches(page)
              await languageLink(page, language === 'sv' ? 'en' : 'sv').click()
              await expect(root(page)).not.toHaveAttribute('lang', language)
              await expect(productCards(page).first()).toBeVisible()
            })
          },
        )
      })
    }

    test('spec 9: the chosen language is kept for 365 days and used by the bare URL [9.cookies.locale]', async ({
      page,
      context,
    }) => {
      await page.goto(href(language === 'sv' ? 'en' : 'sv', 'home'))
      await openSwitches(page)
      await languageLink(page, language).click()
      await page.waitForURL(`**${home}`)
      expect(await cookiesOf(context)).toMatchObject({ locale: [language, 365] })
      await page.goto('/?utm_source=x')
      expect(addressOf(page)).toBe(`${home}?utm_source=x`)
    })

    test('spec 7: every call carries locale, cc, cid, sid and uid [7.request.parameters]', async ({ page }) => {
      const calls: URL[] = []
      page.on('request', (request) => {
        const url = new URL(request.url())
        if (url.pathname.startsWith('/api/')) calls.push(url)
      })
      await page.goto(`${home}?currency=NOK&country=NO`)
      await page.evaluate(() => localStorage.setItem('zp02:auth', JSON.stringify({ user: { id: 'user-7' } })))
      await openFirstProduct(page, language)
      await buyButton(page).click()
      const dialog = page.getByRole('dialog')
      await expect(dialog).toBeVisible()
      await expect.poll(() => namesOf(calls)).toContain('/api/sync-cart')
      await page.keyboard.press('Escape')
      await expect(dialog).toBeHidden()
      await page
        .getByRole('combobox', { name: text('islands:search.label') })
        .fill(language === 'sv' ? 'batteri' : 'battery')
      await expect.poll(() => namesOf(calls)).toEqual(expect.arrayContaining(['/api/products', '/api/search-triggers']))
      for (const { pathname, searchParams } of calls) {
        expect(Object.fromEntries(searchParams), pathname).toMatchObject({
          locale: language,
          cc: 'NO',
          cid: '2',
          sid: String(demoLocale(language).storeID),
          uid: 'user-7',
        })
      }
    })
  })
}

const namesOf = (calls: readonly URL[]) => calls.map(({ pathname }) => pathname)

function addressOf(page: Page): string {
  const { pathname, search } = new URL(page.url())
  return pathname + search
}

/** Value and lifetime in days of every cookie. */
async function cookiesOf(context: BrowserContext): Promise<Record<string, [value: string, days: number]>> {
  const now = Date.now() / 1000
  return Object.fromEntries(
    (await context.cookies()).map(({ name, value, expires }) => [
      name,
      [value, Math.round((expires - now) / daySeconds)],
    ]),
  )
}

/** On narrow screens the switches are in the side navigation, which also opens without scripts. */
async function openSwitches(page: Page): Promise<void> {
  if (await menuButton(page).isVisible()) await menuButton(page).click()
}

async function choose(page: Page, name: 'currency' | 'country', value: string, hasScript: boolean): Promise<void> {
  await openSwitches(page)
  const choice = page.getByRole('combobox', { name: inAnyLanguage(`islands:region.${name}`) })
  const form = page.locator('form').filter({ has: choice })
  const loaded = page.waitForEvent('load')
  await choice.selectOption(value)
  if (!hasScript) await form.getByRole('button').click()
  await loaded
}
