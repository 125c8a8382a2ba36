import { expect, type Page } from '@playwright/test'
import { consolePath } from '../../src/console-routes.ts'
import { languages, type Language } from '../../src/domain/places/locales.ts'
import { translator } from '../../src/i18n/translator.ts'
import { href } from '../../src/routes.ts'
import { signInNew } from '../support/at-console.ts'
import { testAtSharedShop as test } from '../support/test-with-shop.ts'
import { objections } from '../support/whole-screen.ts'

test.describe.configure({ mode: 'default' })

type Shop = Parameters<typeof signInNew>[1]
const inShop = (language: Language, slug: string) => href(language, 'product-category-all', { slug })

for (const language of languages)
  for (const hasScript of [true, false])
    test.describe(`in ${language}, ${hasScript ? 'with' : 'without'} script`, () => {
      test.use({ javaScriptEnabled: hasScript, locale: language === 'sv' ? 'sv-SE' : 'en-GB' })
      const name = `${language}-${hasScript ? 'a' : 'b'}`

      test(`in ${language} an editor makes, moves and merges a category, and its address leads on`, async ({
        page,
        shop,
      }, { project }) => {
        test.setTimeout(120_000)
        const t = translator(language)
        await signInNew(page, shop, { email: `editor-${name}-${project.name}@example.com`, language, role: 'editor' })
        const slug = `probes-${name}-${project.name}`
        await make(page, shop, { language, slug, below: 'memory-storage' })
        if (hasScript) expect(await objections(page)).toEqual([])
        const record = page.url().replace(/\?.*/, '')
        expect((await page.request.get(shop.origin + inShop('en', `memory-storage/${slug}`))).status()).toBe(200)
        await page.getByLabel(t('console-catalogue:parent')).fill('power-charging')
        await page.getByRole('button', { name: t('console-catalogue:move'), exact: true }).click()
        await expect(page.getByText(t('console-catalogue:moved'))).toBeVisible()
        await leadsTo(page, shop, `memory-storage/${slug}`, `power-charging/${slug}`)
        await page.goto(record)
        await page.getByText(t('console-catalogue:merge'), { exact: true }).click()
        await page.getByLabel(t('console-catalogue:merge_into'), { exact: true }).fill('cables-adapters')
        await page.getByRole('button', { name: t('console-catalogue:merge_go_on') }).click()
        await expect(page.getByText(t('console-catalogue:merge_final'))).toBeVisible()
        if (hasScript) expect(await objections(page)).toEqual([])
        await page
          .getByRole('button', { name: t('console-catalogue:merge_submit', { into: 'cables-adapters' }) })
          .click()
        await expect(page.getByText(t('console-catalogue:merged'))).toBeVisible()
        await leadsTo(page, shop, `memory-storage/${slug}`, 'cables-adapters')
        await leadsTo(page, shop, `power-charging/${slug}`, 'cables-adapters')
      })

      test(`in ${language} a search without hits becomes a synonym that finds parts`, async ({ page, shop }, {
        project,
      }) => {
        test.setTimeout(120_000)
        const t = translator(language)
        // A word that is spelt nearly like a synonym of another test is read as that.
        const word = `${language === 'sv' ? 'rimpu' : 'zzqvo'}${hasScript ? 'kaflom' : 'betzyq'}${project.name}`
        const inSearch = async () =>
          (await page.request.get(shop.origin + href(language, 'search', {}, { q: word }))).text()
        const before = await inSearch()
        await signInNew(page, shop, { email: `words-${name}-${project.name}@example.com`, language, role: 'editor' })
        await page.goto(shop.consoleOrigin + consolePath('search-misses', {}, { state: 'open', q: word }))
        await page.getByRole('link', { name: t('console-search:make_synonym') }).click()
        await page.getByLabel(t('console-search:also_means')).fill('charger')
        await page.getByRole('button', { name: t('console-search:try_unsaved') }).click()
        await expect(page.getByText(t('console-search:changed'))).toBeVisible()
        await expect(page.locator('ol li').first()).toBeVisible()
        if (hasScript) expect(await objections(page)).toEqual([])
        await page.getByRole('button', { name: t('console:save'), exact: true }).click()
        await expect(page).toHaveURL(/done=save/)
        const part = (await page.locator('ol li').first().innerText()).replace(/^\S+\s+/, '')
        await page.goto(shop.consoleOrigin + consolePath('search-misses', {}, { state: 'open', q: word }))
        await expect(page.getByText(t('console:list.empty'))).toBeVisible()
        // The page without hits was in the cache; other processes drop it within a second.
        await expect.poll(inSearch).toContain(part)
        expect(before).not.toContain(part)
      })
    })

async function make(page: Page, shop: Shop, wanted: { language: Language; slug: string; below: string }) {
  const t = translator(wanted.language)
  await page.goto(shop.consoleOrigin + consolePath('categories'))
  await page.getByRole('link', { name: t('console-catalogue:new_category') }).click()
  await page.getByLabel(t('console-catalogue:parent')).fill(wanted.below)
  await page.getByLabel(t('console-catalogue:field.name_sv')).fill(`Sonder ${wanted.slug}`)
  await page.getByLabel(t('console-catalogue:field.name_en')).fill(`Probes ${wanted.slug}`)
  await page.getByLabel(t('console-catalogue:field.slug_en')).fill(wanted.slug)
  await page.getByRole('button', { name: t('console-catalogue:make'), exact: true }).click()
  await expect(page.getByText(t('console-catalogue:made'))).toBeVisible()
}

/** The page at the old address was in the cache, which is dropped within a second. */
async function leadsTo(page: Page, shop: Shop, from: string, to: string): Promise<void> {
  const answered = async () => {
    const answer = await page.request.get(shop.origin + inShop('en', from), { maxRedirects: 0 })
    return `${answer.status()} ${answer.headers()['location']}`
  }
  await expect.poll(answered).toBe(`301 ${inShop('en', to)}`)
}
