import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect } from '@playwright/test'
import { consolePath } from '../../src/console-routes.ts'
import { languages } from '../../src/domain/places/locales.ts'
import { password, signInNew } from '../support/at-console.ts'
import { testAtSharedShop as test } from '../support/test-with-shop.ts'
import { words } from '../support/words.ts'

const columns = [
  'automatic_payout_id,automatic_payout_effective_at,balance_transaction_id,currency,gross,fee,net',
  'reporting_category,payment_intent_id',
].join(',')
const report = (id: string) => `${columns}\n${id},2026-06-10 00:00:00,t-${id},sek,-7.50,0,-7.50,fee,\n`

for (const [at, language] of languages.entries())
  test.describe(`the second step in ${language}`, () => {
    // Each language does without script what the other one does with it.
    const hasScript = at === 0
    const t = words(language)
    test.use({ javaScriptEnabled: hasScript, locale: language === 'sv' ? 'sv-SE' : 'en-GB' })

    test(`in ${language} a report is not chosen again, and a file that came leaves a way back`, async ({ page, shop }, {
      project,
    }) => {
      const email = `step-${language}-${project.name}@example.com`
      await signInNew(page, shop, { email, language })
      /** Nobody has confirmed who they are for twenty minutes. */
      const wait = () => {
        const database = new DatabaseSync(path.join(shop.dataFolder, 'shop.db'), { timeout: 5_000 })
        const at = new Date(Date.now() - 20 * 60_000).toISOString()
        database
          .prepare('update staff_sessions set factor_at = ? where staff_id = (select id from staff where email = ?)')
          .run(at, email)
        database.close()
      }
      const id = `po-${language}-${project.name}`
      await page.goto(shop.consoleOrigin + consolePath('payouts'))
      wait()
      await page
        .getByLabel(t('console-payouts:import.title'))
        .setInputFiles({ name: 'payouts.csv', mimeType: 'text/csv', buffer: Buffer.from(report(id)) })
      await page.getByRole('button', { name: t('console-payouts:import.button'), exact: true }).click()
      await page.getByLabel(t('console:sign_in.password')).fill(password)
      await page.keyboard.press('Enter')
      await expect(page.getByText(t('console-payouts:imported')).first()).toBeVisible()
      await expect(page.getByRole('cell', { name: id })).toBeVisible()
      wait()
      await page.getByRole('button', { name: t('console:list.export_csv') }).click()
      await expect(page.getByText(t('console-frame:step_up.file'))).toBeVisible()
      await page.getByLabel(t('console:sign_in.password')).fill(password)
      const loaded = page.waitForEvent('download')
      await page.keyboard.press('Enter')
      expect((await loaded).suggestedFilename()).toMatch(/\.csv$/)
      await page.getByRole('link', { name: t('console-frame:step_up.back'), exact: true }).press('Enter')
      await expect(page.getByRole('cell', { name: id })).toBeVisible()
    })

    test(`in ${language} a wrong password leaves the focus where it is typed again`, async ({ page, shop }) => {
      await page.goto(shop.consoleOrigin + consolePath('sign-in'))
      const [name, secret] = [page.locator('#email'), page.locator('#password')]
      await expect(name).toBeFocused()
      await name.fill('nobody@example.com')
      await secret.fill('not the password')
      await page.keyboard.press('Enter')
      await expect(page.getByText(t('console:fault.wrong_login'))).toBeVisible()
      await expect(name).toHaveValue('nobody@example.com')
      await expect(secret).toBeFocused()
    })
  })
