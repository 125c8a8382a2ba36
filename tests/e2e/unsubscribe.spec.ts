import { expect } from '@playwright/test'
import { languages, type Language } from '../../src/domain/places/locales.ts'
import { apiPaths, href } from '../../src/routes.ts'
import type { EditorsShop } from '../support/editors-shop.ts'
import { pageHeading } from '../support/page-parts.ts'
import { slugOfMissingPart } from '../support/part-slugs.ts'
import { testAtSharedShop as test } from '../support/test-with-shop.ts'
import { words } from '../support/words.ts'
import { linkMailed } from './awaited-mail.ts'

// One shop for the file: its tests run one after the other.
test.describe.configure({ mode: 'default' })

/** A shopper waiting for a part, and the mailed unsubscribe link. */
async function wayOut(shop: EditorsShop, language: Language, address: string): Promise<string> {
  const page = await fetch(
    shop.origin + href(language, 'product', { slug: await slugOfMissingPart(shop.dataFolder, language) }),
  )
  const sku = /name="sku" value="([^"]+)"/.exec(await page.text())?.[1] ?? ''
  await fetch(`${shop.origin}${apiPaths.notifyMe}?locale=${language}`, {
    method: 'POST',
    body: new URLSearchParams({ sku, email: address }),
    redirect: 'manual',
  })
  return shop.origin + (await linkMailed(shop.dataFolder, address, 'unsubscribe'))
}

for (const language of languages) {
  const t = words(language)

  test(`${language}: unsubscribing and undoing take one button each, and opening the link changes nothing`, async ({
    browser,
    shop,
  }, { project }) => {
    const page = await (await browser.newContext({ javaScriptEnabled: false })).newPage()
    const link = await wayOut(shop, language, `leave-${project.name}-${language}@example.se`)
    for (const _ of [1, 2]) {
      await page.goto(link)
      await expect(pageHeading(page)).toHaveText(t('account:unsubscribe.title'))
    }
    await page.getByRole('button', { name: t('account:unsubscribe.submit') }).click()
    await expect(pageHeading(page)).toHaveText(t('account:unsubscribe.off_title'))
    await page.getByRole('button', { name: t('account:unsubscribe.undo') }).click()
    await expect(pageHeading(page)).toHaveText(t('account:unsubscribe.on_title'))
  })

  test(`${language}: a mail program unsubscribes with one post (RFC 8058)`, async ({ page, shop }, { project }) => {
    const link = await wayOut(shop, language, `program-${project.name}-${language}@example.se`)
    const answer = await fetch(link, {
      method: 'POST',
      body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
      redirect: 'manual',
    })
    expect(answer.status).toBe(200)
    await page.goto(link)
    await expect(pageHeading(page)).toHaveText(t('account:unsubscribe.off_title'))
  })
}
