import { expect, request, type Locator, type Page } from '@playwright/test'
import { languages } from '../../src/domain/places/locales.ts'
import { signInNew } from '../support/at-console.ts'
import { buyToPack } from '../support/packed-order.ts'
import { testAtSharedShop as test } from '../support/test-with-shop.ts'
import { words } from '../support/words.ts'

/** Selects a text as with the handles of a phone: from its beginning to its end. */
async function selectText(page: Page, text: Locator): Promise<string> {
  await text.scrollIntoViewIfNeeded()
  const box = await text.boundingBox()
  if (!box) throw new Error('The text is not shown.')
  await page.mouse.move(box.x + 1, box.y + box.height / 2)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width - 1, box.y + box.height / 2, { steps: 5 })
  await page.mouse.up()
  return page.evaluate(() => String(getSelection()))
}

for (const language of languages) {
  const t = words(language)

  test(`in ${language} a tap takes a part, its number can be selected, and ticks are personal @narrow`, async ({
    page,
    shop,
  }, { project }) => {
    const buyer = await request.newContext({ baseURL: shop.origin })
    const {
      number,
      parts: [one, two],
    } = await buyToPack(buyer, shop, language)
    await buyer.dispose()
    const address = `${shop.consoleOrigin}/console/packing/pick-list?orders=${number}`
    const openAs = async (name: string) => {
      await page.context().clearCookies()
      await signInNew(page, shop, { email: `${name}-${language}-${project.name}@example.com`, language })
      await page.goto(address)
    }
    const row = (sku: string) => page.getByRole('row').filter({ hasText: sku })
    const box = (sku: string) => row(sku).getByRole('checkbox')
    const left = page.getByText(t('console-packing:pick.left'))
    const untick = page.getByRole('button', { name: t('console-packing:pick.untick') })

    await openAs('kim')
    await expect(left).toContainText('2')
    await expect(left).toHaveAttribute('aria-atomic', 'true')
    await expect(untick).toBeHidden()
    await row(one.sku).getByText(number).click()
    await expect(box(one.sku)).toBeChecked()
    await expect(left).toContainText('1')
    await row(one.sku).getByText(number).click()
    await expect(box(one.sku)).not.toBeChecked()
    await box(one.sku).click()
    await expect(box(one.sku)).toBeChecked()

    expect(await selectText(page, row(two.sku).getByText(two.sku, { exact: true }))).toContain(two.sku.slice(1, -1))
    await row(two.sku).getByText(number).click()
    await expect(box(two.sku)).not.toBeChecked()
    await page.evaluate(() => getSelection()?.empty())
    await box(two.sku).press('Space')
    await expect(box(two.sku)).toBeChecked()
    await expect(left).toContainText('0')
    await page.reload()
    await expect(left).toContainText('0')

    await openAs('sam')
    await expect(left).toContainText('2')
    await box(two.sku).check()
    await expect(left).toContainText('1')
    await untick.click()
    await expect(left).toContainText('2')
    await expect(untick).toBeHidden()
    await expect(page.getByRole('table').getByRole('checkbox').first()).toBeFocused()
    await page.reload()
    await expect(left).toContainText('2')
  })
}
