import { expect, test } from '@playwright/test'
import { languages } from '../../src/domain/places/locales.ts'
import { translator } from '../../src/i18n/translator.ts'
import { href } from '../../src/routes.ts'
import { pixelsBeside } from '../support/page-parts.ts'

const titles = { en: 'Change the battery of a laptop', sv: 'Byt batteri i en bärbar dator' } as const
const sizes = [
  { width: 1440, height: 900 },
  { width: 360, height: 740 },
]

for (const language of languages) {
  const t = translator(language)
  test(`${language}: a guide fits a phone and a desktop and leads to its parts`, async ({ page }) => {
    await page.goto(href(language, 'guides'))
    await page.getByRole('link', { name: titles[language] }).click()
    for (const viewport of sizes) {
      await page.setViewportSize(viewport)
      await expect(page.getByRole('heading', { level: 1, name: titles[language] })).toBeVisible()
      await expect(page.getByText(`${t('guide.warning')}:`).first()).toBeVisible()
      await expect(page.locator('.needed-parts a').first()).toBeVisible()
      expect(await pixelsBeside(page)).toBeLessThanOrEqual(0)
    }
    const data = await page.locator('script[type="application/ld+json"]').allTextContents()
    expect(data.join()).toContain('"HowTo"')
    await page.locator('.needed-parts a').first().click()
    await expect(page.locator('.product-view')).toBeVisible()
  })

  test(`${language}: a search that names the subject of a guide leads to it`, async ({ page }) => {
    const repair = { en: 'replace battery nordbok', sv: 'byta batteri nordbok' }[language]
    await page.goto(href(language, 'search', {}, { q: repair }))
    const guides = page.getByRole('navigation', { name: t('guide.title') })
    await expect(guides.getByRole('link')).toHaveText([titles[language]])
    await page.goto(href(language, 'home'))
    const box = page.getByRole('banner').getByRole('combobox')
    await box.click()
    await box.pressSequentially(repair)
    const first = page.getByRole('banner').getByRole('option').first()
    await expect(first).toHaveText(titles[language])
    await first.click()
    await expect(page.getByRole('heading', { level: 1, name: titles[language] })).toBeVisible()
  })

  test.describe('without script', () => {
    test.use({ javaScriptEnabled: false })

    test(`${language}: a battery says whether it fits, and names its guide`, async ({ page }) => {
      await page.goto(href(language, 'search', {}, { q: 'Nordbok Pro 13 G1 battery' }))
      await page.locator('.product-card h3 a').first().click()
      await expect(page.locator('.part-numbers').getByRole('link', { name: titles[language] })).toBeVisible()
      const models = page.locator('#devices .models')
      const [own = ''] = (await models.locator('small').first().innerText()).split(',')
      const ask = async (text: string) => {
        await page.getByLabel(t('product.fits_ask')).fill(text)
        await page.getByRole('button', { name: t('product.fits_check') }).click()
        return page.locator('.fit-result')
      }
      await expect(await ask(` Model: ${own} Rev.2`)).toContainText(t('product.fits_yes'))
      await expect(await ask('Vireo Finch 16 G3')).toContainText(t('product.fits_no'))
      await expect(await ask('zzqx-1')).toContainText('zzqx-1')
      await page.getByRole('link', { name: t('product.fits_request') }).click()
      await expect(page).toHaveURL(/device=zzqx-1/)
    })
  })
}
