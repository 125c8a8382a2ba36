import { expect, type Page } from '@playwright/test'
import { consolePath } from '../../src/console-routes.ts'
import { languages, type Language } from '../../src/domain/places/locales.ts'
import { translator } from '../../src/i18n/translator.ts'
import { signInNew } from '../support/at-console.ts'
import { testAtSharedShop as test } from '../support/test-with-shop.ts'
import { objections } from '../support/whole-screen.ts'

test.describe.configure({ mode: 'default' })

type Shop = Parameters<typeof signInNew>[1]

for (const language of languages)
  for (const hasScript of [true, false])
    test.describe(`in ${language}, ${hasScript ? 'with' : 'without'} script`, () => {
      test.use({ javaScriptEnabled: hasScript, locale: language === 'sv' ? 'sv-SE' : 'en-GB' })

      test(`in ${language} a brand that was deleted is restored by keyboard`, async ({ page, shop }, { project }) => {
        test.setTimeout(120_000)
        const t = translator(language)
        const name = `Docks ${language} ${hasScript ? 'a' : 'b'} ${project.name}`
        await signInNew(page, shop, { email: `${name.replaceAll(' ', '-')}@example.com`, language })
        const brand = await makeBrand(page, shop, name, language)
        await send(page, shop, brand, { action: 'remove', sure: 'yes' })
        expect((await page.request.get(shop.consoleOrigin + brand)).status()).toBe(404)
        await page.goto(shop.consoleOrigin + consolePath('brands'))
        const kind = t('console-removed:kind.brand')
        await page.getByRole('link', { name: t('console-removed:link_named', { kind }) }).focus()
        await page.keyboard.press('Enter')
        await expect(page).toHaveURL(/removed\?kind=brand/)
        if (hasScript) expect(await objections(page)).toEqual([])
        await page.getByRole('button', { name: t('console-removed:restore_named', { what: name }) }).focus()
        await page.keyboard.press('Enter')
        await expect(page.getByText(t('console-removed:done'))).toBeVisible()
        await page.getByRole('link', { name: t('console-removed:open', { what: name }) }).focus()
        await page.keyboard.press('Enter')
        await expect(page).toHaveURL(new RegExp(`${brand}$`))
        await expect(page.getByRole('heading', { level: 1 })).toContainText(name)
      })
    })

async function makeBrand(page: Page, shop: Shop, name: string, language: Language): Promise<string> {
  const texts = { slug: '', maker: '', eu_contact: '', description_sv: language, description_en: language }
  const made = await send(page, shop, consolePath('brand-new'), { action: 'make', version: '', name, ...texts })
  return new URL(made, shop.consoleOrigin).pathname
}

/** Sends a form of the console; returns where its answer leads. */
async function send(page: Page, shop: Shop, address: string, form: Record<string, string>): Promise<string> {
  const headers = { origin: shop.consoleOrigin }
  const answer = await page.request.post(shop.consoleOrigin + address, { form, headers, maxRedirects: 0 })
  expect(answer.status()).toBe(303)
  return answer.headers()['location'] ?? ''
}
