import { expect, test, type Page } from '@playwright/test'
import { languages } from '../../src/domain/places/locales.ts'
import { href } from '../../src/routes.ts'
import { main } from '../support/page-parts.ts'
import { words } from '../support/words.ts'

type T = ReturnType<typeof words>

async function fillIn(page: Page, t: T, email: string): Promise<void> {
  await main(page).getByLabel(t('checkout:field.name')).fill('Anna Andersson')
  await main(page).getByLabel(t('checkout:field.email')).fill(email)
}

const send = (page: Page, t: T) =>
  main(page)
    .getByRole('button', { name: t('orders:request.submit') })
    .click()

for (const language of languages) {
  const t = words(language)
  for (const javaScriptEnabled of [true, false]) {
    test.describe(`a request in ${language} ${javaScriptEnabled ? 'with' : 'without'} script`, () => {
      test.use({ javaScriptEnabled })

      test('leads from a search without hits to a number', async ({ page }, { project }) => {
        const email = `request-${project.name}-${language}-${javaScriptEnabled}@example.se`
        await page.goto(href(language, 'search', {}, { q: 'zzqxwv' }))
        await main(page)
          .getByRole('link', { name: t('go_on.request') })
          .click()
        await expect(main(page).getByLabel(t('orders:request.part'))).toHaveValue('zzqxwv')
        await main(page).getByText(t('orders:request.several')).click()
        await main(page).getByLabel(t('orders:request.lines')).fill('zzqx-1; 3\nzzqx-2')
        await fillIn(page, t, email)
        await send(page, t)
        await expect(main(page).getByRole('heading', { level: 1 })).toHaveText(t('orders:request.sent_title'))
        await expect(main(page).getByRole('status')).toContainText(/P1\d{5}/)
        await expect(main(page).getByRole('status')).toContainText(email)
      })

      test('says at the fields what is missing, and keeps what was typed', async ({ page }) => {
        await page.goto(href(language, 'request'))
        await main(page).getByLabel(t('orders:request.message')).fill('Hello')
        await fillIn(page, t, 'anna@example')
        await send(page, t)
        await expect(main(page).getByLabel(t('orders:request.part'))).toBeFocused()
        await expect(main(page).getByLabel(t('orders:request.part'))).toHaveAccessibleDescription(
          new RegExp(t('orders:request.fault.part_missing')),
        )
        await expect(main(page).getByLabel(t('checkout:field.email'))).toHaveAttribute('aria-invalid', 'true')
        await expect(main(page).getByLabel(t('orders:request.message'))).toHaveValue('Hello')
      })
    })
  }

  test(`a search in ${language} that left out a word leads to the form`, async ({ page }) => {
    await page.goto(href(language, 'search', {}, { q: `${language === 'sv' ? 'batteri' : 'battery'} zzqxwv` }))
    const link = main(page).getByRole('link', { name: t('go_on.request') })
    await expect(link).toHaveAttribute('href', /q=batter[iy]\+zzqxwv/)
  })

  test(`a missing page and a quick order in ${language} lead to the form`, async ({ page }) => {
    await page.goto(`/${language}/zzqx-wkv`)
    await expect(main(page).getByRole('link', { name: t('go_on.request') })).toBeVisible()
    await page.goto(href(language, 'quick-order'))
    await page.getByLabel(t('excel:quick_paste')).fill('zzqwvkj-1 3\nzzqwvkj-2')
    await page.getByRole('button', { name: t('excel:check') }).click()
    await main(page)
      .getByRole('link', { name: t('excel:ask') })
      .click()
    await expect(main(page).getByLabel(t('orders:request.part'))).toHaveValue('zzqwvkj-1')
    await expect(main(page).getByLabel(t('orders:request.quantity'))).toHaveValue('3')
    await expect(main(page).getByLabel(t('orders:request.lines'))).toHaveValue('zzqwvkj-2; 1')
    await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', /noindex/)
  })
}
