import { expect, type Page } from '@playwright/test'
import { languages } from '../../src/domain/places/locales.ts'
import { signInByKeyboard } from '../support/at-console.ts'
import { testAtSharedShop as test } from '../support/test-with-shop.ts'
import { losses, objections, smallTargets } from '../support/whole-screen.ts'
import { words } from '../support/words.ts'

const field = (page: Page) => page.getByRole('dialog').getByRole('combobox')
const options = (page: Page) => page.getByRole('dialog').getByRole('option')
const chosen = (page: Page) => page.getByRole('dialog').getByRole('option', { selected: true })

for (const language of languages) {
  test.describe(`the palette in ${language}`, () => {
    const t = words(language)
    test.use({ locale: language === 'sv' ? 'sv-SE' : 'en-GB' })

    test(`in ${language} a screen and an order are opened without a mouse`, async ({ page, shop }, { project }) => {
      await signInByKeyboard(page, shop, { email: `palette-${language}-${project.name}@example.com`, language })
      const skip = page.getByRole('link', { name: t('console:skip') })
      await skip.focus()
      await page.keyboard.press('Control+k')
      await expect(chosen(page)).toHaveText(t('console:area.today'))
      await page.keyboard.press('ArrowUp')
      await expect(chosen(page)).toHaveText(t('console:area.keys'))
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('ArrowDown')
      await expect(chosen(page)).toHaveText(t('console:area.orders'))
      expect(await field(page).getAttribute('aria-activedescendant')).toBe(await chosen(page).getAttribute('id'))
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toHaveCount(0)
      await expect(skip).toBeFocused()

      // The help lies over the screen: it is closed in the same way, and the focus is back at its name.
      const help = page.locator('details[data-over]')
      const summary = help.locator('summary')
      await summary.press('Enter')
      await expect(help).toHaveAttribute('open')
      await summary.press('Escape')
      await expect(help).not.toHaveAttribute('open')
      await expect(summary).toBeFocused()

      await page.keyboard.press('Control+k')
      await page.keyboard.type(t('console:area.returns').slice(0, 5))
      await expect(options(page)).toHaveText([t('console:area.returns')])
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL(/\/console\/returns$/)
      await page.waitForLoadState()

      const [order] = (await shop.order('list', '--status', 'confirmed')) as { number: string }[]
      await page.keyboard.press('Control+k')
      await page.keyboard.type(order?.number ?? '')
      await expect(chosen(page)).toContainText(order?.number ?? '')
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL(new RegExp(`/console/orders/${order?.number}$`))
    })

    test(`in ${language} the palette shows the answer to the last text, and only as text`, async ({ page, shop }, {
      project,
    }) => {
      await signInByKeyboard(page, shop, { email: `stale-${language}-${project.name}@example.com`, language })
      await page.route(/find\/hits\?q=ord$/, async (route) => {
        await new Promise((resolve) => setTimeout(resolve, 1_500))
        await route.continue().catch(() => undefined)
      })
      await page.keyboard.press('Control+k')
      await expect(chosen(page)).toBeVisible()
      const slow = page.waitForRequest(/find\/hits\?q=ord$/)
      await page.keyboard.type('ord')
      await slow
      await field(page).fill('<img src=x onerror="document.title=1">')
      await expect(page.getByRole('status').getByText(t('console-frame:palette.said_none'))).toBeVisible()
      await page.waitForTimeout(1_700)
      await expect(options(page)).toHaveCount(0)
      expect(await page.title()).not.toBe('1')
      // Nothing is chosen, so that Enter sends the form as without script.
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL(/\/console\/find\?q=/)
      await expect(page.getByRole('heading', { level: 1 })).toContainText('<img src=x')
    })

    test(`in ${language} the keys are shown by one of them, and on a page of their own`, async ({ page, shop }, {
      project,
    }) => {
      await signInByKeyboard(page, shop, { email: `sheet-${language}-${project.name}@example.com`, language })
      await page.keyboard.press('Escape')
      await page.locator('h1').click()
      await page.keyboard.press('?')
      const sheet = page.getByRole('dialog', { name: t('console-frame:keys.title') })
      await expect(sheet).toContainText(t('console-frame:keys.next'))
      await page.keyboard.press('g')
      await page.keyboard.press('o')
      await expect(page).toHaveURL(/\/console\/account/)
      await page.keyboard.press('Control+k')
      await expect(sheet).toBeHidden()
      await expect(chosen(page)).toBeVisible()
      expect(await objections(page)).toEqual([])
      await page.keyboard.press('Escape')
      await page.goto(`${shop.consoleOrigin}/console/keys`)
      await expect(page.getByRole('heading', { level: 1, name: t('console-frame:keys.title') })).toBeVisible()
      expect([await losses(page), await objections(page), await smallTargets(page)]).toEqual([[], [], []])
    })
  })
}
