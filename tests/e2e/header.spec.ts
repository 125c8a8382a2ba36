import { expect, test } from '@playwright/test'
import { languages } from '../../src/domain/places/locales.ts'
import { translator } from '../../src/i18n/translator.ts'
import { href } from '../../src/routes.ts'
import { cartLink, miniCart, root } from '../support/page-parts.ts'

for (const language of languages) {
  test(
    `spec 9: in ${language} the header counts as scrolled after 40 px, and a browser loads only the texts of this` +
      ' language, before the cart is hydrated [9.header.scrolled]',
    async ({ page }) => {
      const loaded = new Set<string>()
      page.on('request', (request) => {
        const [, texts] = /\/texts-(\w+)\./.exec(request.url()) ?? []
        if (texts !== undefined) loaded.add(texts)
      })
      await page.goto(href(language, 'home'))
      const scroll = (top: number) => page.evaluate((y) => window.scrollTo({ top: y, behavior: 'instant' }), top)
      await scroll(41)
      await expect(root(page)).toHaveAttribute('data-scrolled')
      await scroll(39)
      await expect(root(page)).not.toHaveAttribute('data-scrolled')
      await scroll(400)
      await expect(root(page)).toHaveAttribute('data-scrolled')
      await cartLink(page).click()
      await expect(miniCart(page).locator('xpath=ancestor::astro-island')).not.toHaveAttribute('ssr')
      await expect(miniCart(page)).toContainText(translator(language)('islands:cart.empty'))
      expect([...loaded]).toEqual([language])
    },
  )
}
