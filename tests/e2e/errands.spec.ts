import { expect, test } from '@playwright/test'
import { languages } from '../../src/domain/places/locales.ts'
import { href } from '../../src/routes.ts'
import {
  buyButton,
  cartCount,
  main,
  miniCart,
  pageHeading,
  productCards,
  productLink,
  toCheckout,
} from '../support/page-parts.ts'
import { tapping } from '../support/tapping.ts'
import { words } from '../support/words.ts'

const texts = {
  sv: { battery: 'batteri nordbok pro 14 g3', isBattery: /^Laptopbatteri .*Nordbok/, charger: 'laddare 65w usb-c' },
  en: { battery: 'battery nordbok pro 14 g3', isBattery: /^Laptop battery .*Nordbok/, charger: 'charger 65w usb-c' },
}
const ssds = { sv: '/sv/kategori/minne-och-lagring/ssd', en: '/en/category/memory-storage/ssds' }

const incoming = {
  sv: 'bakgrundsbelyst-tangentbord-till-nordbok-pro-15-g1-g2-schweizi-kb-10005-swiss',
  en: 'backlit-keyboard-for-nordbok-pro-15-g1-g2-swiss-ch-kb-10005-swiss',
}

for (const language of languages) {
  const t = words(language)
  const { battery, isBattery, charger } = texts[language]

  test.describe(`errands in ${language}`, () => {
    test('a battery for a laptop goes from search to the checkout in four taps', async ({ page }) => {
      const { tap, search, atMost } = tapping(page)
      await page.goto(href(language, 'home'))
      await search(battery)
      const first = productLink(productCards(page).first())
      await expect(first).toHaveText(isBattery)
      await tap(first)
      await expect(main(page)).toContainText('Nordbok Pro 14')
      await tap(buyButton(page))
      await expect(miniCart(page)).toBeVisible()
      await tap(toCheckout(page))
      await expect(pageHeading(page)).toHaveText(t('checkout:title'))
      await expect(cartCount(page)).toHaveText('1')
      atMost(4)
    })

    test('a charger by plug and power is the first hit of a search', async ({ page }) => {
      const { tap, search, atMost } = tapping(page)
      await page.goto(href(language, 'home'))
      await search(charger)
      for (const card of await productCards(page)
        .all()
        .then((cards) => cards.slice(0, 4)))
        await expect(productLink(card)).toHaveText(/65\sW, USB-C/)
      await tap(productLink(productCards(page).first()))
      await tap(buyButton(page))
      await expect(miniCart(page)).toBeVisible()
      atMost(3)
    })

    test('three SSDs are compared by speed in one list', async ({ page }) => {
      const { tap, atMost } = tapping(page)
      await page.goto(ssds[language])
      await tap(main(page).getByRole('link', { name: t('listing.table') }))
      const table = main(page).getByRole('table')
      const speed = table.getByRole('columnheader').filter({ hasText: 'MB/s' }).first()
      await expect(speed).toBeVisible()
      await tap(speed.getByRole('link'))
      await expect(speed).toHaveAttribute('aria-sort', /ascending|descending/)
      const column = await speed.evaluate((head) => Array.from(head.parentElement?.children ?? []).indexOf(head))
      const shown = await table
        .locator('tbody tr')
        .evaluateAll((rows, at) => rows.map((row) => row.children[at]?.textContent ?? ''), column)
      const speeds = shown.map((text) => Number(text.replaceAll(/\D/g, ''))).filter((value) => value > 0)
      expect(speeds.length).toBeGreaterThan(2)
      expect([...speeds].sort((a, b) => a - b)).toEqual(
        (await speed.getAttribute('aria-sort')) === 'ascending' ? speeds : speeds.toReversed(),
      )
      atMost(2)
    })

    test('a variant that is on its way says when, and its own address marks it', async ({ page }) => {
      await page.goto(href(language, 'product', { slug: incoming[language] }))
      const row = main(page).getByRole('listitem').filter({ hasText: 'KB-10005-SWISS' }).first()
      await expect(row).toHaveAttribute('aria-current', 'true')
      await expect(row).toContainText(t('product.incoming', { date: '' }).trim())
      await expect(row.getByRole('button')).toHaveCount(0)
    })
  })
}
