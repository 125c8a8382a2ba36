import { expect, type Page } from '@playwright/test'
import { languages, type Language } from '../../src/domain/places/locales.ts'
import { href } from '../../src/routes.ts'
import { demoPassword } from '../../src/server/preflight/demo-identity.ts'
import { cartCount, main, pageHeading } from '../support/page-parts.ts'
import { sendLogin, signInByPost } from '../support/sign-in.ts'
import { testAtSharedShop as test } from '../support/test-with-shop.ts'
import { losses } from '../support/whole-screen.ts'
import { words } from '../support/words.ts'

test.describe.configure({ mode: 'default' })

type Found = { sku: string; slug: string; name: string; stock_status: string; type: number }

/** Parts in stock with different names that a search finds. */
async function partsInStock(page: Page, language: Language): Promise<Found[]> {
  const query = language === 'sv' ? 'laddare' : 'charger'
  const answer = await page.request.get(`/api/products?locale=${language}&query=${query}`)
  const { products } = (await answer.json()) as { products: Found[] }
  const usable = products.filter((product) => product.stock_status === 'in_stock' && product.type === 1)
  return [...new Map(usable.map((product) => [product.name, product])).values()]
}

/** Presses a button whose form loads the page again; the unseen one, which Enter means, is left out. */
async function press(page: Page, name: string): Promise<void> {
  await page.waitForLoadState('load')
  await Promise.all([
    page.waitForEvent('load'),
    main(page)
      .locator('button:not(.unseen)')
      .and(page.getByRole('button', { name, exact: true }))
      .first()
      .click(),
  ])
}

/** The part numbers of a list, in its order. */
const numbersOf = (page: Page) => main(page).locator('ol li').locator('.number').allInnerTexts()

async function makeList(page: Page, language: Language, name: string): Promise<void> {
  await page.goto(href(language, 'my-account-lists'))
  await page.getByLabel(words(language)('lists:name')).fill(name)
  await press(page, words(language)('lists:make'))
  await expect(pageHeading(page)).toHaveText(name)
}

/** The path of a new list with these rows, which is made by posts of its forms. */
async function listByPost({ request }: Page, language: Language, name: string, rows: string): Promise<string> {
  const made = await request.post(href(language, 'my-account-lists'), { form: { name }, maxRedirects: 0 })
  const path = made.headers()['location'] ?? ''
  const pasted = await request.post(path, { form: { rows, action: 'paste' }, maxRedirects: 0 })
  expect([made.status(), pasted.status()]).toEqual([303, 303])
  return path
}

async function paste(page: Page, language: Language, rows: string): Promise<void> {
  const field = page.getByLabel(words(language)('lists:paste.label'))
  if (!(await field.isVisible())) await page.getByText(words(language)('lists:paste.title')).click()
  await field.fill(rows)
  await press(page, words(language)('lists:paste.submit'))
}

for (const language of languages) {
  const t = words(language)

  test.describe(`lists in ${language} without script`, () => {
    test.use({ javaScriptEnabled: false })

    test('take a part from its page by way of the login, and go into the cart as a whole', async ({ page }) => {
      const [first, second] = await partsInStock(page, language)
      await page.goto(href(language, 'product', { slug: first?.slug ?? '' }))
      await main(page)
        .getByRole('link', { name: t('lists:add.title') })
        .click()
      await sendLogin(main(page), 'karin@example.com', demoPassword)
      await expect(pageHeading(page)).toHaveText(t('lists:add.title'))
      const list = page.getByLabel(t('lists:add.list'), { exact: true })
      if (await list.isVisible()) await list.selectOption({ label: t('lists:add.new') })
      await page.getByLabel(t('lists:add.quantity')).fill('2')
      await page.getByRole('textbox', { name: /namn|name/i }).fill(`Utan skript ${language}`)
      await press(page, t('lists:add.submit'))
      await expect(pageHeading(page)).toHaveText(`Utan skript ${language}`)
      expect(await numbersOf(page)).toEqual([first?.sku])
      await paste(page, language, `${second?.sku}; 1`)
      await press(page, t('lists:line.down', { name: first?.name ?? '' }))
      expect(await numbersOf(page)).toEqual([second?.sku, first?.sku])
      const note = page.getByLabel(t('lists:line.note_of', { name: first?.name ?? '' }), { exact: true })
      await note.fill('<b>Sal 2</b>')
      await press(page, t('lists:list.save'))
      await expect(note).toHaveValue('<b>Sal 2</b>')
      await press(page, t('lists:list.cart'))
      await expect(page.getByText(t('lists:report.added', { count: 2 }))).toBeVisible()
      await page.getByRole('link', { name: t('lists:report.checkout') }).click()
      await expect(main(page).getByRole('listitem')).toHaveCount(2)
    })
  })

  test.describe(`lists in ${language}`, () => {
    test('say which pasted numbers are unknown, and are deleted after a question', async ({ page }) => {
      const [part] = await partsInStock(page, language)
      await signInByPost(page, language, 'karin@example.com')
      await makeList(page, language, `Inklistrad ${language}`)
      await paste(page, language, `${part?.sku} 2\nzz-no-such 1`)
      await expect(page.getByText(t('lists:paste.unknown', { count: 1 }))).toBeVisible()
      await press(page, t('lists:paste.known'))
      expect(await numbersOf(page)).toEqual([part?.sku])
      await page.getByText(t('lists:settings.title')).click()
      await press(page, t('lists:settings.delete'))
      await expect(page.getByText(t('lists:deleted'))).toBeVisible()
      await expect(page.getByRole('link', { name: `Inklistrad ${language}` })).toHaveCount(0)
    })

    test('are shared by an administrator, and a colleague puts one into the cart', async ({ page, browser }) => {
      const [part] = await partsInStock(page, language)
      await signInByPost(page, language, 'admin@verkstad.example')
      await page.goto(await listByPost(page, language, `Delad ${language}`, `${part?.sku} 3`))
      await page.getByText(t('lists:settings.title')).click()
      await Promise.all([page.waitForEvent('load'), page.locator('button[value="share"]').click()])
      const context = await browser.newContext()
      const colleague = await context.newPage()
      await signInByPost(colleague, language, 'buyer@verkstad.example')
      await colleague.goto(href(language, 'my-account-lists'))
      await main(colleague)
        .getByRole('link', { name: `Delad ${language}` })
        .click()
      await expect(colleague.getByRole('button', { name: t('lists:list.save') })).toHaveCount(0)
      await press(colleague, t('lists:list.cart'))
      await expect(cartCount(colleague)).toHaveText('3')
      await context.close()
    })

    test('devices are saved from their page, lead to their parts and are removed', async ({ page }) => {
      await signInByPost(page, language, 'karin@example.com')
      await page.goto(href(language, 'find-parts', {}, { number: 'Nordbok Pro 14' }))
      await page.locator('.finder-choices a').first().click()
      await page.waitForLoadState('load')
      await press(page, t('lists:devices.save_here'))
      await expect(pageHeading(page)).toHaveText(t('lists:devices.title'))
      const link = main(page).getByRole('heading', { level: 2 }).getByRole('link').first()
      const device = await link.innerText()
      await page.getByLabel(t('lists:devices.name_of', { model: device })).fill(`Kontoret ${language}`)
      await press(page, t('lists:devices.rename'))
      await expect(link).toHaveText(`Kontoret ${language}`)
      await page.goto(href(language, 'my-account'))
      await main(page)
        .getByRole('link', { name: `Kontoret ${language}` })
        .click()
      await expect(pageHeading(page)).toContainText(device)
      await page.goto(href(language, 'my-account-devices'))
      await press(page, t('lists:devices.remove_named', { model: `Kontoret ${language}` }))
      await expect(page.getByText(t('lists:devices.none'))).toBeVisible()
    })
  })

  test(`a list with sums of millions fits a phone with text at 200 %, in ${language} @narrow`, async ({ page }) => {
    const parts = await partsInStock(page, language)
    await signInByPost(page, language, 'admin@verkstad.example')
    const rows = parts.map(({ sku }) => `${sku} 5000`).join('\n')
    await page.goto(await listByPost(page, language, `Stor ${language}`, rows))
    await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
    expect(await losses(page)).toEqual([])
  })
}
