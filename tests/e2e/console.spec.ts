import { expect } from '@playwright/test'
import { consolePath } from '../../src/console-routes.ts'
import { languages } from '../../src/domain/places/locales.ts'
import { signInByKeyboard, signInNew } from '../support/at-console.ts'
import { testAtSharedShop as test } from '../support/test-with-shop.ts'
import { withAuthenticator } from '../support/virtual-authenticator.ts'
import { words } from '../support/words.ts'

const password = 'en lång fras till konsolen 58'

for (const language of languages) {
  test.describe(`the console in ${language}`, () => {
    const t = words(language)
    test.use({ locale: language === 'sv' ? 'sv-SE' : 'en-GB' })

    test(`in ${language} a seller is invited, makes a passkey, and signs in with it alone`, async ({
      page,
      context,
      shop,
    }, { project }) => {
      await withAuthenticator(context, page)
      await signInByKeyboard(page, shop, { email: `key-${language}-${project.name}@example.com`, language })
      await page.getByRole('button', { name: t('console:account.add_passkey') }).click()
      await expect(page.getByText(t('console:saved'))).toBeVisible()
      await page.getByRole('button', { name: t('console:sign_out') }).click()
      await page.getByRole('button', { name: t('console:sign_in.passkey') }).click()
      await expect(page.getByRole('heading', { level: 1, name: t('console:today.title') })).toBeVisible()
    })

    test(`in ${language} an unknown address or order says so in the console, and tells a stranger nothing`, async ({
      page,
      shop,
    }, { project }) => {
      const address = `${shop.consoleOrigin}/console/orders/99`
      const unseen = await (await page.request.get(`${shop.consoleOrigin}/console/nothing`)).text()
      expect(unseen).not.toContain(t('console-frame:missing.title'))
      await signInNew(page, shop, { email: `lost-${language}-${project.name}@example.com`, language })
      const answer = await page.goto(address)
      expect(answer?.status()).toBe(404)
      expect(answer?.headers()['cache-control']).toBe('no-store')
      await expect(page.getByRole('heading', { level: 1, name: t('console-frame:missing.title') })).toBeVisible()
      const headers = { Origin: shop.consoleOrigin }
      expect((await page.request.post(address, { form: { action: 'note', note: 'x' }, headers })).status()).toBe(404)
      await page.getByRole('link', { name: t('console-frame:missing.back') }).click()
      await expect(page.getByRole('heading', { level: 1, name: t('console:today.title') })).toBeVisible()
    })

    test(`in ${language} an order is found and noted by keyboard`, async ({ page, shop }, { project }) => {
      await signInNew(page, shop, { email: `keys-${language}-${project.name}@example.com`, language })
      await page.goto(`${shop.consoleOrigin}/console/account`)
      await page.keyboard.press('Escape')
      await page.locator('h1').click()
      await page.keyboard.press('g')
      await page.keyboard.press('o')
      await page.waitForURL(/\/console\/orders$/)
      await page.keyboard.press('j')
      await page.keyboard.press('Enter')
      await page.waitForURL(/\/console\/orders\/\d+$/)
      const [order] = (await shop.order('list', '--status', 'confirmed')) as { number: string }[]
      await page.keyboard.press('Control+k')
      await page.keyboard.type(order?.number ?? '')
      await page.keyboard.press('Enter')
      await expect(page.getByRole('heading', { level: 1 })).toContainText(order?.number ?? '')
      await page.getByLabel(t('console-orders:note')).fill('<b>ring</b> before noon')
      await page.getByRole('button', { name: t('console-orders:add_note') }).press('Enter')
      await expect(page.getByText('<b>ring</b> before noon').first()).toBeVisible()
    })
  })
}

test('in en the keyboard begins in the form, at what is wrong with it, and at what was done', async ({
  page,
  shop,
}) => {
  const t = words('en')
  await signInNew(page, shop, { email: 'begins@example.com', language: 'en' })
  await page.goto(shop.consoleOrigin + consolePath('product-new'))
  const [sku, name] = [page.getByLabel(t('console-product:field.sku')), page.locator('#name-sv')]
  await expect(sku).toBeFocused()
  await name.fill('Fläkt')
  await page.locator('form[data-begins]').evaluate((form: HTMLFormElement) => (form.noValidate = true))
  await name.press('Enter')
  await expect(sku).toBeFocused()
  await expect(page.locator('#sku-error')).toHaveText(t('console-product:fault.field_sku'))
  await expect(name).toHaveValue('Fläkt')

  await page.goto(shop.consoleOrigin + consolePath('rates'))
  await page.getByRole('button', { name: t('console-prices:rates_save') }).press('Enter')
  await expect(page.getByText(t('console-order-edit:fault.nothing_changed'))).toBeFocused()

  await page.goto(shop.consoleOrigin + consolePath('brand-new'))
  await page.keyboard.type('Ventus')
  await page.keyboard.press('Enter')
  await expect(page.getByText(t('console:saved'))).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.locator('main a').first()).toBeFocused()

  // Sections of a product have forms and addresses of their own.
  await page.goto(shop.consoleOrigin + consolePath('product', { sku: 'BT-10001' }))
  await page.locator('[name="field:stock"]').fill('many')
  await page.keyboard.press('Enter')
  await expect(page.locator('#stock [aria-invalid="true"]')).toBeFocused()
  await page.keyboard.press('Control+a')
  await page.keyboard.type('5')
  await page.keyboard.press('Enter')
  await expect(page.locator('#stock').getByText(t('console:saved'))).toBeFocused()
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('in en somebody signs in, changes their name, and sees it in the audit log', async ({ page, shop }) => {
    const t = words('en')
    const { link } = (await shop.staff('invite', 'plain@example.com', '--lang', 'en')) as { link: string }
    await page.goto(link)
    await page.getByLabel(t('console:invitation.name')).fill('Nils')
    await page.getByLabel(t('console:sign_in.password')).fill(password)
    await page.getByRole('button', { name: t('console:invitation.submit') }).click()
    await page.getByLabel(t('console:account.name'), { exact: true }).fill('Nils Holgersson')
    await page.getByRole('button', { name: t('console:save'), exact: true }).click()
    await expect(page.getByText(t('console:saved'))).toBeVisible()
    await page.goto(`${shop.consoleOrigin}/console/audit`)
    await expect(page.getByRole('row').filter({ hasText: 'name: Nils → Nils Holgersson' })).toBeVisible()
  })

  test('in en a note on a customer is said to be saved, and to be removed', async ({ page, shop }) => {
    const t = words('en')
    await signInNew(page, shop, { email: 'notes@example.com', language: 'en' })
    await page.goto(`${shop.consoleOrigin}/console/customers/demo-admin`)
    await page.getByLabel(t('console:notes.new')).fill('Calls on Fridays')
    await page.getByRole('button', { name: t('console:notes.add') }).click()
    await expect(page.locator('main [data-said]')).toHaveText(t('console:saved'))
    await page.getByRole('button', { name: t('console:notes.remove_of', { text: 'Calls on Fridays' }) }).click()
    await expect(page.locator('main [data-said]')).toHaveText(t('console:removed'))
  })

  test('in en the console exists at its own address alone, and is not kept or indexed', async ({ request, shop }) => {
    expect((await request.get(`${shop.origin}/console`)).status()).toBe(404)
    const answer = await request.get(`${shop.consoleOrigin}/console`)
    expect(answer.headers()).toMatchObject({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex, nofollow' })
    expect(answer.headers()['content-security-policy']).toContain("form-action 'self';")
  })
})
