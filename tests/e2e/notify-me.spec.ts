import { expect } from '@playwright/test'
import { languages } from '../../src/domain/places/locales.ts'
import { href } from '../../src/routes.ts'
import { pageHeading } from '../support/page-parts.ts'
import { slugOfMissingPart } from '../support/part-slugs.ts'
import { testAtSharedShop as test } from '../support/test-with-shop.ts'
import { words } from '../support/words.ts'
import { linkMailed } from './awaited-mail.ts'

// One shop for the file: its tests run one after the other.
test.describe.configure({ mode: 'default' })

for (const language of languages) {
  for (const javaScriptEnabled of [true, false]) {
    test(`${language}: a sold-out part's alert is requested ${javaScriptEnabled ? 'with' : 'without'} scripts`, async ({
      browser,
      shop,
    }, { project }) => {
      const page = await (await browser.newContext({ javaScriptEnabled })).newPage()
      const t = words(language)
      const address = `${project.name}-${language}-${javaScriptEnabled}@example.se`
      await page.goto(
        shop.origin + href(language, 'product', { slug: await slugOfMissingPart(shop.dataFolder, language) }),
      )
      const form = page.locator('.notify-me')
      await expect(form.getByRole('status')).toHaveCount(0)
      await form.getByLabel(t('notify.label')).fill(address)
      await form.getByRole('button').click()
      await expect(form.getByText(t('notify.sent'))).toBeVisible()
      await page.goto(
        shop.origin + (await linkMailed(shop.dataFolder, address, language === 'sv' ? 'bevaka' : 'notify-me')),
      )
      await page.getByRole('button', { name: t('notify.ask_submit') }).click()
      await expect(pageHeading(page)).toHaveText(t('notify.confirmed_title'))
      await page.getByRole('link', { name: t('notify.to_product') }).click()
      await expect(form).toBeVisible()
    })
  }

  test(`${language}: an expired link says so`, async ({ page, shop }) => {
    const answer = await page.goto(`${shop.origin}${href(language, 'notify-me', {}, { token: 'x' })}`)
    expect(answer?.status()).toBe(404)
    await expect(pageHeading(page)).toHaveText(words(language)('notify.over_title'))
  })
}
