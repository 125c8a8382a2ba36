import { expect, type Page } from '@playwright/test'
import { consolePath } from '../../src/console-routes.ts'
import { signInNew } from '../support/at-console.ts'
import { testAtSharedShop as test } from '../support/test-with-shop.ts'
import { words } from '../support/words.ts'

const t = words('en')
const sku = 'BT-10002'

/** Opens the page of somebody with an account, and answers every question of the browser with no. */
async function openCustomer(page: Page, origin: string): Promise<string[]> {
  const asked: string[] = []
  page.on('dialog', (dialog) => {
    asked.push(dialog.type())
    void dialog.dismiss()
  })
  await page.goto(`${origin}/console/customers/demo-admin`)
  return asked
}

test('in en the browser asks before typed text is left behind, and a slow form is sent once', async ({ page, shop }, {
  project,
}) => {
  await signInNew(page, shop, { email: `leaves-${project.name}@example.com`, language: 'en' })
  const asked = await openCustomer(page, shop.consoleOrigin)
  const note = page.getByLabel(t('console:notes.new'))
  await note.pressSequentially('Calls')
  await page.locator('main > p a').first().click()
  await expect.poll(() => asked).toEqual(['beforeunload'])
  await expect(note).toHaveValue('Calls')
  let sent = 0
  await page.route('**/console/customers/demo-admin', async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    sent += 1
    await new Promise((resolve) => setTimeout(resolve, 2_600))
    await route.continue()
  })
  const add = page.getByRole('button', { name: t('console:notes.add') })
  // A locator would wait until the slow answer has come.
  const isBusy = await add.evaluate(async (button: HTMLElement) => {
    button.click()
    await new Promise((resolve) => setTimeout(resolve, 300))
    const busy = button.ariaBusy
    await new Promise((resolve) => setTimeout(resolve, 1_900))
    button.click()
    return busy
  })
  expect(isBusy).toBe('true')
  await expect(page.locator('main [data-said]')).toHaveText(t('console:saved'))
  expect([sent, asked.length]).toEqual([1, 1])
})

test('in en a form that comes after its sender was signed out is sent again from its answer', async ({ page, shop }, {
  project,
}) => {
  await signInNew(page, shop, { email: `again-${project.name}@example.com`, language: 'en' })
  await openCustomer(page, shop.consoleOrigin)
  const text = 'Ring <b>before</b> "noon"\nand ask for Åsa'
  await page.getByLabel(t('console:notes.new')).fill(text)
  const cookies = await page.context().cookies()
  await page.context().clearCookies()
  await page.getByRole('button', { name: t('console:notes.add') }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('console-frame:lost.signed_out_title'))
  const beside = page.waitForEvent('popup')
  await page.getByRole('link', { name: t('console:sign_in.title') }).click()
  await (await beside).close()
  await page.context().addCookies(cookies)
  await page.getByRole('button', { name: t('console-frame:lost.again') }).click()
  await expect(page.getByText('and ask for Åsa').first()).toBeVisible()
  await expect(page.locator('main [data-said]')).toHaveText(t('console:saved'))
})

test('in en what was typed in two sections of a product is saved by Ctrl S in one of them', async ({ page, shop }, {
  project,
}) => {
  await signInNew(page, shop, { email: `whole-${project.name}@example.com`, language: 'en' })
  const asked: string[] = []
  page.on('dialog', (dialog) => {
    asked.push(dialog.type())
    void dialog.dismiss()
  })
  await page.goto(shop.consoleOrigin + consolePath('product', { sku }))
  const [description, shelf] = [page.locator('[name="field:description_en"]'), page.locator('[name="field:shelf"]')]
  await shelf.fill(`B2-${project.name}`.slice(0, 40))
  await description.fill(`Fits ${project.name}.\nTested.`)
  await description.press('Control+s')
  await expect(page).toHaveURL(/done=texts/)
  await expect(shelf).toHaveValue(`B2-${project.name}`.slice(0, 40))
  await expect(description).toHaveValue(`Fits ${project.name}.\nTested.`)
  // What is wrong in one is said there, and nothing that was typed is lost.
  await page.locator('[name="field:stock"]').fill('many')
  await description.fill('Other words')
  await description.press('Control+Enter')
  await expect(page.locator('[name="field:stock"]')).toHaveAttribute('aria-invalid', 'true')
  await expect(page.locator('[name="field:stock"]')).toHaveValue('many')
  await expect(description).toHaveValue('Other words')
  expect(asked).toEqual([])
})

test('in en a refused form is there again with what was typed after a reload and by Back', async ({ page, shop }, {
  project,
}) => {
  await signInNew(page, shop, { email: `back-${project.name}@example.com`, language: 'en' })
  await page.goto(shop.consoleOrigin + consolePath('product-new'))
  const [number, price] = [page.locator('main [name="sku"]'), page.locator('main [name="price"]')]
  await number.fill(`BACK-${project.name}`)
  for (const name of ['name_sv', 'name_en']) await page.locator(`main [name="${name}"]`).fill('Goes back')
  await price.fill('cheap')
  await price.press('Enter')
  const isRefused = async () => {
    await expect(price).toHaveAttribute('aria-invalid', 'true')
    await expect(price).toHaveValue('cheap')
    await expect(number).toHaveValue(`BACK-${project.name}`)
  }
  await isRefused()
  await page.reload()
  await isRefused()
  await page.goto(shop.consoleOrigin + consolePath('today'))
  await page.goBack()
  await isRefused()
  await price.fill('99')
  await price.press('Enter')
  await expect(page).toHaveURL(new RegExp(`${consolePath('product', { sku: `BACK-${project.name}` })}\\?`))
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('console-product:new.title'))
  await expect(page.locator('main [data-said]')).toHaveCount(0)
})
