import { expect } from '@playwright/test'
import { consolePath } from '../../src/console-routes.ts'
import { languages } from '../../src/domain/places/locales.ts'
import { translator } from '../../src/i18n/translator.ts'
import { signInNew } from '../support/at-console.ts'
import { testWithShop } from '../support/test-with-shop.ts'
import { losses, objections } from '../support/whole-screen.ts'

const test = testWithShop({ SANDBOX_PAYMENTS: '1' })
const [kept, gone] = ['karin@example.com', 'buyer@verkstad.example']

for (const [at, language] of languages.entries())
  test.describe(`in ${language}`, () => {
    // Each language does without script what the other one does with it.
    const hasScript = at === 0
    test.use({ javaScriptEnabled: hasScript, locale: language === 'sv' ? 'sv-SE' : 'en-GB' })

    test(`in ${language} two customers are merged by keyboard, and the plan is said before`, async ({ page, shop }) => {
      test.setTimeout(180_000)
      const t = translator(language)
      await signInNew(page, shop, { email: `merge-${language}@example.com`, language })
      await page.goto(shop.consoleOrigin + consolePath('customers', {}, { q: kept }))
      await page.locator('main tbody a').first().press('Enter')
      await page.getByRole('link', { name: t('console-merge:open') }).press('Enter')
      const other = page.getByLabel(t('console-merge:other'))
      await other.fill('nobody@example.com')
      await other.press('Enter')
      await expect(page.getByText(t('console-merge:fault.nobody')).first()).toBeVisible()
      await other.fill(gone)
      await other.press('Enter')
      const plan = page.locator('main')
      await expect(plan).toContainText(t('console-merge:moves'))
      await expect(plan).toContainText(t('console-merge:change.sign_in', { email: gone, kept }))
      await expect(plan).toContainText('Hisingens Datorverkstad AB')
      if (hasScript) expect([...(await losses(page)), ...(await objections(page, 'main'))]).toEqual([])
      const merging = page.url()
      const submit = page.getByRole('button', { name: t('console-merge:submit') })
      await submit.press('Enter')
      await expect(page.getByText(t('console:fault.not_sure')).first()).toBeVisible()
      await page.getByLabel(t('console-merge:sure')).press('Space')
      await submit.press('Enter')
      await expect(page.getByText(t('console-merge:done')).first()).toBeVisible()
      await expect(page.locator('main')).toContainText('Hisingens Datorverkstad AB')
      // The address of before says that nobody is left.
      await page.goto(merging)
      await expect(page.getByText(t('console-merge:fault.nobody')).first()).toBeVisible()
    })
  })
