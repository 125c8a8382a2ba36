import { expect, type Page } from '@playwright/test'
import sharp from 'sharp'
import { consolePath } from '../../src/console-routes.ts'
import { languages } from '../../src/domain/places/locales.ts'
import { signInNew } from '../support/at-console.ts'
import { testAtSharedShop as test } from '../support/test-with-shop.ts'
import { words } from '../support/words.ts'

test.describe.configure({ mode: 'default' })
const sku = 'AD-10001'

async function photo(name: string, background: string) {
  const image = sharp({ create: { width: 300, height: 200, channels: 3, background } })
  return { name, mimeType: 'image/jpeg', buffer: await image.jpeg().toBuffer() }
}

const places = (page: Page) => page.locator('input[name^="place:photo-"]')
const idsIn = (page: Page) => places(page).evaluateAll((all) => all.map((each) => each.getAttribute('name')))

for (const language of languages) {
  test(`in ${language} pictures of a product are uploaded, dragged into order and saved`, async ({ page, shop }, {
    project,
  }) => {
    await signInNew(page, shop, { email: `pictures-${language}-${project.name}@example.com`, language })
    await page.goto(shop.consoleOrigin + consolePath('product-files', { sku }))
    const before = await places(page).count()
    await page
      .locator('input[name="files"]')
      .setInputFiles([
        await photo(`a-${language}.jpg`, language === 'sv' ? '#a00' : '#0a0'),
        await photo('b.jpg', `#00${language === 'sv' ? 'a' : 'f'}`),
      ])
    await page.locator('button[value="upload"]').click()
    await expect(places(page)).toHaveCount(before + 2)
    const [first, second] = (await idsIn(page)).slice(-2)
    const items = page.locator('[data-item]')
    // Phones have no dragging by a mouse; there the buttons move pictures.
    const isByMouse = project.name === 'desktop'
    const beforeLast = items.nth((await items.count()) - 2)
    await expect(items.last()).toHaveAttribute('data-movable')
    if (isByMouse) await items.last().locator('img').dragTo(beforeLast.locator('img'))
    else await items.last().locator('[data-move="-1"]').click()
    await expect.poll(async () => (await idsIn(page)).slice(-2)).toEqual([second, first])
    await items.last().locator('[data-move="-1"]').press('Enter')
    expect((await idsIn(page)).slice(-2)).toEqual([first, second])
    await items.last().locator('[data-move="-1"]').press('Enter')
    await page.locator('button[value="save"]').click()
    await expect(page.locator('main')).toContainText(words(language)('console:saved'))
    expect((await idsIn(page)).slice(-2)).toEqual([second, first])
    await page.locator('button[value="restore"]').first().click()
    await expect.poll(async () => (await idsIn(page)).slice(-2)).toEqual([first, second])
  })
}

test.describe('without script', () => {
  test('a text is saved, a picture is uploaded and put in order by number', async ({ browser, page, shop }, {
    project,
  }) => {
    await signInNew(page, shop, { email: `plain-${project.name}@example.com`, language: 'en' })
    const context = await browser.newContext({
      javaScriptEnabled: false,
      storageState: await page.context().storageState(),
    })
    const plain = await context.newPage()
    await plain.goto(shop.consoleOrigin + consolePath('content-item', { kind: 'page', id: 'about' }))
    await plain.locator('textarea[name="set:en.html"]').fill('<h2>Written without script</h2>')
    await plain.locator('[data-preview-button]').click()
    await expect(plain.frameLocator('[data-frame] iframe').getByText('Written without script')).toBeVisible()
    await plain.goto(shop.consoleOrigin + consolePath('product-files', { sku: 'AD-10002' }))
    await plain.locator('input[name="files"]').setInputFiles([await photo('plain.jpg', '#770')])
    await plain.locator('button[value="upload"]').click()
    const ids = await idsIn(plain)
    await places(plain).last().fill('1')
    await plain.locator('button[value="save"]').click()
    await expect(plain.locator('main')).toContainText(words('en')('console:saved'))
    expect((await idsIn(plain))[0]).toBe(ids.at(-1))
    await expect(plain.locator('[data-move]').first()).toBeHidden()
    await context.close()
  })
})

test('the longest descriptions of a part are saved in both languages', async ({ page, shop }, { project }) => {
  await signInNew(page, shop, { email: `long-${project.name}@example.com`, language: 'en' })
  await page.goto(shop.consoleOrigin + consolePath('product', { sku: 'AD-10003' }))
  const long = { sv: 'Åäö '.repeat(4_999), en: 'Ωmega '.repeat(3_333) }
  for (const turn of [1, 2]) {
    for (const language of languages)
      await page.locator(`textarea[name="field:description_${language}"]`).fill(long[language] + turn)
    await page.locator('#texts button').last().click()
    await expect(page.locator('main')).toContainText(words('en')('console:saved'))
  }
  for (const language of languages)
    await expect(page.locator(`textarea[name="field:description_${language}"]`)).toHaveValue(`${long[language]}2`)
})

test('the part of a picture that shoppers see is dragged, moved and sized by keys, and saved', async ({ page, shop }, {
  project,
}) => {
  await signInNew(page, shop, { email: `crop-${project.name}@example.com`, language: 'en' })
  await page.goto(shop.consoleOrigin + consolePath('product-files', { sku: 'AD-10003' }))
  await page.locator('input[name="files"]').setInputFiles([await photo('crop.jpg', '#a0f')])
  await page.locator('button[value="upload"]').click()
  await page.locator('a[href*="/pictures/photo-"]').last().click()
  const sheet = page.locator('[data-sheet][data-movable]')
  const box = await sheet.boundingBox()
  if (!box) throw new Error('The picture is not shown.')
  const values = () =>
    page.locator('input[id^="crop-"]').evaluateAll((all: HTMLInputElement[]) => all.map(({ value }) => value))
  expect(await values()).toEqual(['0', '0', '300', '200'])
  // From the lower right corner to the middle, then the frame by its own middle to the right.
  const at = (x: number, y: number) => [box.x + box.width * x, box.y + box.height * y] as const
  await page.mouse.move(...at(0.99, 0.99))
  await page.mouse.down()
  await page.mouse.move(...at(0.5, 0.5), { steps: 3 })
  await page.mouse.up()
  const [, , width, height] = (await values()).map(Number)
  expect([Math.abs((width ?? 0) - 150) <= 3, Math.abs((height ?? 0) - 100) <= 3]).toEqual([true, true])
  await page.mouse.move(...at(0.25, 0.25))
  await page.mouse.down()
  await page.mouse.move(...at(0.35, 0.25), { steps: 3 })
  await page.mouse.up()
  expect(Math.abs(Number((await values())[0]) - 30)).toBeLessThanOrEqual(3)
  await page.locator('#crop-x').fill('10')
  await page.locator('[data-frame]').press('ArrowRight')
  await page.locator('[data-frame]').press('Shift+ArrowDown')
  const chosen = await values()
  expect(chosen).toEqual(['13', '0', String(width), String((height ?? 0) + 3)])
  await page.locator('button[value="crop"]').click()
  await expect(page.locator('main')).toContainText(words('en')('console:saved'))
  await page.locator('a[href*="/pictures/photo-"]').last().click()
  await expect(page.locator('button[value="uncrop"]')).toBeVisible()
  expect(await values()).toEqual(chosen)
})
