import { expect, type Page } from '@playwright/test'
import { consolePath } from '../../src/console-routes.ts'
import { signInNew } from '../support/at-console.ts'
import { Keyboard } from '../support/keyboard.ts'
import { testWithShop } from '../support/test-with-shop.ts'
import { losses, objections, smallTargets } from '../support/whole-screen.ts'
import { words } from '../support/words.ts'

const test = testWithShop({})
const list = 'methods.0.bands'
const field = (page: Page, name: string) => page.locator(`[name="set:${name}"]`)
const rows = (page: Page) => page.locator(`[data-rows="${list}"] [data-row]`)
const addRow = (page: Page) => page.locator(`[data-rows="${list}"] [data-add-row]`)

test('rows of delivery prices are added and refused by keys, and lose nothing that was typed', async ({
  page,
  shop,
}) => {
  await signInNew(page, shop, { email: `leverans-${test.info().project.name}@example.com`, language: 'en' })
  await page.goto(shop.consoleOrigin + consolePath('setting', { group: 'delivery' }))
  const by = new Keyboard(page)
  await by.activate(page.locator('summary').filter({ hasText: 'home-se' }))
  const count = await rows(page).count()
  await by.write(field(page, `${list}.${count - 1}.upToGrams`), '15 000')
  await by.press('Tab')
  await by.type('99')
  await by.press('Tab', 'Enter')
  await expect(rows(page)).toHaveCount(count + 1)
  await expect(field(page, `${list}.${count}.upToGrams`)).toBeFocused()
  await by.press('ArrowUp')
  await expect(field(page, `${list}.${count - 1}.upToGrams`)).toBeFocused()
  await by.press('ArrowDown')
  await by.type('16000')
  await by.press('Tab')
  await by.type('free')
  await by.leave('Enter')
  await expect(page.locator(`[id="${list}.3.price"]`)).toBeVisible()
  await expect(page.locator('[aria-invalid="true"]')).toHaveValue('free')
  await expect(page.locator('[aria-invalid="true"]')).toBeFocused()
  await expect(rows(page)).toHaveCount(count + 2)
  expect([...(await losses(page)), ...(await smallTargets(page)), ...(await objections(page, 'main'))]).toEqual([])
})

test('rows that script added stay when somebody else has changed the settings meanwhile', async ({ page, shop }) => {
  await signInNew(page, shop, { email: `krock-${test.info().project.name}@example.com`, language: 'en' })
  const address = shop.consoleOrigin + consolePath('setting', { group: 'delivery' })
  await page.goto(address)
  const days = page.locator('[data-rows="closedDays"]')
  const day = (place: number) => field(page, `closedDays.${place}`)
  const count = await days.locator('[data-row]').count()
  await day(count - 1).fill('12-27')
  await days.locator('[data-add-row]').click()
  await days.locator('[data-add-row]').click()
  await day(count + 1).fill('2027-01-0')
  const unfold = (at: Page) =>
    at
      .locator('form.settings details')
      .evaluateAll((all: HTMLDetailsElement[]) => all.forEach((each) => (each.open = true)))
  await unfold(page)
  await field(page, 'methods.1.freeFrom').fill('777')
  const other = await page.context().newPage()
  await other.goto(address)
  await unfold(other)
  await field(other, 'methods.1.remove').check()
  await field(other, `closedDays.${count - 1}`).fill('2031-02-03')
  await field(other, `closedDays.${count - 1}`).press('Enter')
  await other.locator('form.settings [name="action"][value="save"]').last().click()
  await expect(other).toHaveURL(/done=save/)
  await other.close()
  await page.locator('form.settings [name="action"][value="save"]').last().click()
  await expect(page.getByText('Somebody has changed this meanwhile')).toBeVisible()
  const own = days.locator('[data-row] input:not([type="checkbox"], [type="hidden"])')
  await expect
    .poll(async () => own.evaluateAll((all) => all.map((each) => (each as HTMLInputElement).value)))
    .toEqual(expect.arrayContaining(['2031-02-03', '12-27', '2027-01-0', '']))
  // The method that was taken out meanwhile comes as a new one, with what was typed in it.
  const typed = page.locator('.panel', { hasText: words('en')('console-settings:removed_meanwhile') })
  await expect(typed.locator('[name^="set:"][name$=".freeFrom"]')).toHaveValue('777')
  await page.locator('form.settings [name="action"][value="save"]').last().click()
  await expect(page.locator('[aria-invalid="true"]')).toHaveValue('2027-01-0')
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('a row of delivery prices follows the one that was typed', async ({ page, shop }) => {
    await signInNew(page, shop, { email: `utan-skript-${test.info().project.name}@example.com`, language: 'sv' })
    await page.goto(shop.consoleOrigin + consolePath('setting', { group: 'delivery' }))
    await page.locator('summary').filter({ hasText: 'home-se' }).click()
    const count = await rows(page).count()
    await field(page, `${list}.${count - 1}.upToGrams`).fill('15000')
    await addRow(page).click()
    await expect(page).toHaveURL(new RegExp(`#${list}-more$`))
    await expect(rows(page)).toHaveCount(count + 1)
    await expect(field(page, `${list}.${count}.price`)).toBeVisible()
    await expect(field(page, `${list}.${count}.price`)).toHaveValue('')
  })
})
