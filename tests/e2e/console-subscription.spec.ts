import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect } from '@playwright/test'
import { consolePath } from '../../src/console-routes.ts'
import { languages } from '../../src/domain/places/locales.ts'
import { password, signInNew } from '../support/at-console.ts'
import { Keyboard } from '../support/keyboard.ts'
import { mailTexts } from '../support/mailbox.ts'
import { subscribe } from '../support/subscribe.ts'
import { testAtSharedShop as test } from '../support/test-with-shop.ts'
import { losses, objections, smallTargets } from '../support/whole-screen.ts'
import { words } from '../support/words.ts'

for (const language of languages) {
  test.describe(`subscriptions at the console in ${language}`, () => {
    const t = words(language)
    test.use({ locale: language === 'sv' ? 'sv-SE' : 'en-GB' })

    test(`in ${language} staff change a subscription once they saw what it costs`, async ({ page, browser, shop }, {
      project,
      repeatEachIndex,
    }) => {
      const email = `prenumerant-${language}-${project.name}-${repeatEachIndex}@example.com`
      const buyer = await (await browser.newContext({ baseURL: shop.origin, javaScriptEnabled: false })).newPage()
      await subscribe(buyer, shop, { language, email })
      await buyer.context().close()
      const staff = `subscriptions-${language}-${project.name}-${repeatEachIndex}@example.com`
      await signInNew(page, shop, { email: staff, language })
      await page.goto(shop.consoleOrigin + consolePath('subscriptions', {}, { q: email }))
      await page.getByRole('cell').getByRole('link').first().press('Enter')
      const field = (name: 'quantity' | 'line1' | 'postal_code' | 'city') =>
        page.getByRole('textbox', {
          name: t(name === 'quantity' ? 'console-subscriptions:revise_quantity' : `checkout:field.${name}`),
        })
      const by = new Keyboard(page)
      await by.reach(page.getByText(t('console-subscriptions:change'), { exact: true }).last())
      await by.press('Enter')
      await by.write(field('quantity'), '2')
      await by.write(field('line1'), 'Storgata 9')
      await by.write(field('postal_code'), '1')
      await by.write(field('city'), 'Oslo')
      await page.getByRole('combobox', { name: t('checkout:field.country') }).selectOption('NO')
      // Enter in a field asks for the cost, and saves nothing.
      await by.reach(field('city'))
      await by.leave('Enter')
      await expect(page.getByText(t('checkout:error.postal_code_invalid'))).toBeVisible()
      await expect(field('postal_code')).toBeFocused()
      await by.write(field('postal_code'), '0155')
      await by.leave('Enter')
      const cost = page.getByRole('region', { name: t('console-subscriptions:revise_result') })
      await expect(cost).toBeFocused()
      await expect(cost).toContainText('Storgata 9, 0155 Oslo')
      await expect(cost).toContainText(t('console-subscriptions:revise_total'))
      expect([await losses(page), await objections(page), await smallTargets(page)]).toEqual([[], [], []])
      // Who has not confirmed for a while is asked, and what was typed waits.
      longAgo(shop.dataFolder, staff)
      await by.reach(page.getByRole('button', { name: t('console-subscriptions:revise_confirm') }))
      await by.leave('Enter')
      await page.getByLabel(t('console:sign_in.password')).fill(password)
      await by.leave('Enter')
      await expect(page.getByText('Storgata 9, 0155 Oslo').first()).toBeVisible()
      await expect(page.getByText(t('console-subscriptions:access.staff')).first()).toBeVisible()
      await expect(cost).toHaveCount(0)
      await expect
        .poll(() => mailTexts(shop.dataFolder, email).filter((mail) => mail.includes('Storgata 9')))
        .toEqual([expect.stringContaining(t('mail:subscription.changed_by_staff'))])
    })
  })
}

/** Nobody has confirmed who they are for twenty minutes. */
function longAgo(dataFolder: string, email: string): void {
  const database = new DatabaseSync(path.join(dataFolder, 'shop.db'), { timeout: 5_000 })
  database
    .prepare('update staff_sessions set factor_at = ? where staff_id = (select id from staff where email = ?)')
    .run(new Date(Date.now() - 20 * 60_000).toISOString(), email)
  database.close()
}
