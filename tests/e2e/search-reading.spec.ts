import { expect, test, type Page } from '@playwright/test'
import { languages, type Language } from '../../src/domain/places/locales.ts'
import { href } from '../../src/routes.ts'
import { pageHeading } from '../support/page-parts.ts'
import { words } from '../support/words.ts'

const device = 'Nordbok Pro 14 G3'
const query = { sv: `laddare till ${device}`, en: `charger for ${device}` }
const rest = { sv: 'laddare', en: 'charger' }
const unknown = { sv: 'batteri till thinkpad t480', en: 'battery for thinkpad t480' }

const open = (page: Page, language: Language, q: string) => page.goto(href(language, 'search', {}, { q }))

for (const language of languages) {
  const t = words(language)

  test.describe(`a search in ${language} without script`, () => {
    test.use({ javaScriptEnabled: false })

    test('reads devices, spellings and words that nothing has', async ({ page }) => {
      await test.step('narrows to the named device, which can be taken away', async () => {
        await open(page, language, query[language])
        const chip = page.getByRole('link', { name: t('search_results.without_device', { device }) })
        await expect(chip).toContainText(t('search_results.fits', { device }))
        await chip.click()
        await expect(page).toHaveURL(new RegExp(`q=${rest[language]}$`))
        await expect(chip).toHaveCount(0)
      })

      await test.step('for a device alone leads to its page', async () => {
        await open(page, language, device.toLowerCase())
        await expect(page).toHaveURL(
          href(language, 'device', { slug: 'nordbok-pro-14-g3' }, { q: device.toLowerCase() }),
        )
      })

      await test.step('of several models offers each', async () => {
        await open(page, language, `${rest[language]} nordbok pro 14`)
        const series = t('search_results.without_device', { device: 'Nordbok Pro 14' })
        await expect(page.getByRole('link', { name: series, exact: true })).toBeVisible()
        const models = page.getByRole('navigation', { name: t('search_results.which_device') })
        await models.getByRole('link', { name: device }).click()
        await expect(page.getByRole('link', { name: t('search_results.without_device', { device }) })).toBeVisible()
      })

      await test.step('offers the spelling that its hits have', async () => {
        await open(page, language, language === 'sv' ? 'Nordbok skärrm' : 'Nordbok scrren')
        const right = language === 'sv' ? 'Nordbok skärm' : 'Nordbok screen'
        await expect(page.getByText(t('search_results.did_you_mean'))).toBeVisible()
        await page.getByRole('link', { name: right, exact: true }).click()
        await expect(pageHeading(page)).toContainText(right)
        await expect(page.getByText(t('search_results.did_you_mean'))).toHaveCount(0)
      })

      await test.step('offers to compare two parts', async () => {
        await open(page, language, language === 'sv' ? 'ljudkort 5.1 vs 7.1' : 'sound card 5.1 vs 7.1')
        const kind = language === 'sv' ? 'Ljudkort' : 'Sound card'
        const [one, other] = [`${kind} 5.1, PCIe`, `${kind} 7.1, PCIe`]
        await page.getByRole('link', { name: t('search_results.compare', { one, other }) }).click()
        for (const name of [one, other])
          await expect(page.getByRole('link', { name, exact: true }).first()).toBeVisible()
      })

      await test.step('says which words it left out', async () => {
        await open(page, language, unknown[language])
        const dropped = page.getByText(t('search_results.dropped'))
        await expect(dropped.locator('s')).toHaveText(['thinkpad', 't480'])
      })
    })
  })

  test(`suggestions in ${language} begin with the device`, async ({ page }) => {
    await page.goto(href(language, 'home'))
    const box = page.getByRole('banner').getByRole('combobox')
    await box.click()
    await box.pressSequentially(query[language])
    const first = page.getByRole('banner').getByRole('option').first()
    await expect(first).toHaveText(device)
    await first.click()
    await expect(page).toHaveURL(href(language, 'device', { slug: 'nordbok-pro-14-g3' }))
  })
}
