import { expect, type Locator, type Page, type Request } from '@playwright/test'
import sharp from 'sharp'
import { consolePath } from '../../src/console-routes.ts'
import { languages, type Language } from '../../src/domain/places/locales.ts'
import { href } from '../../src/routes.ts'
import { calledName, xssStrings } from '../faults/campaigns/xss-strings.ts'
import { signInNew } from '../support/at-console.ts'
import type { EditorsShop } from '../support/editors-shop.ts'
import { testWithShop } from '../support/test-with-shop.ts'
import { words } from '../support/words.ts'

const test = testWithShop({})
test.describe.configure({ mode: 'serial' })

const slugs = { en: 'about', sv: 'om-oss' }
const itemPath = consolePath('content-item', { kind: 'page', id: 'about' })
const side = (page: Page, language: Language) => page.locator(`[data-side="${language}"]`)
const textbox = (page: Page, language: Language) =>
  side(page, language).getByRole('textbox').and(page.locator('.prose'))
const source = (page: Page, language: Language) => side(page, language).locator(`textarea[name="set:${language}.html"]`)

/** Opens the page "about" in the console, with everything that its policy refused noted. */
async function openAbout(page: Page, shop: EditorsShop): Promise<string[]> {
  const refused: string[] = []
  page.on('console', (message) => {
    if (/Content Security Policy/i.test(message.text())) refused.push(message.text())
  })
  page.on('pageerror', (error) => refused.push(error.message))
  await page.goto(shop.consoleOrigin + itemPath)
  return refused
}

async function addPicture(page: Page, shop: EditorsShop, alts: Record<Language, string>): Promise<void> {
  const image = sharp({ create: { width: 1_600, height: 900, channels: 3, background: '#369' } })
  await page.goto(shop.consoleOrigin + consolePath('picture-new'))
  await page
    .locator('input[type="file"]')
    .setInputFiles({ name: 'workshop.jpg', mimeType: 'image/jpeg', buffer: await image.jpeg().toBuffer() })
  await page.locator('main form button').click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('workshop')
  for (const language of languages) await page.locator(`input[name="alt_${language}"]`).fill(alts[language])
  await page.locator('button[value="save"]').click()
  await expect(page.locator('main [role="status"], main .notice, main output').first()).toBeVisible()
}

/** Puts the cursor behind everything; Control and End do not on a phone. */
async function toEnd(text: Locator): Promise<void> {
  await text.focus()
  await text.evaluate(async (each) => {
    // The editor puts its own selection back a moment after it has got the focus.
    await new Promise((resolve) => setTimeout(resolve, 200))
    getSelection()?.selectAllChildren(each)
    getSelection()?.collapseToEnd()
    await new Promise((resolve) => setTimeout(resolve, 100))
  })
}

/** Goes to a tool by the arrows, as somebody without a mouse does, and presses it. */
async function pressTool(page: Page, name: string): Promise<void> {
  await page.keyboard.press('Alt+F10')
  for (let steps = 0; steps < 30; steps += 1) {
    if ((await page.evaluate(() => document.activeElement?.getAttribute('data-tool'))) === name) break
    await page.keyboard.press('ArrowRight')
  }
  await page.keyboard.press('Enter')
}

for (const language of languages) {
  test(`in ${language} a page is edited by keyboard, previewed while typing, and published`, async ({ page, shop }, {
    project,
  }) => {
    const t = words(language)
    await signInNew(page, shop, { email: `editor-${language}-${project.name}@example.com`, language })
    await addPicture(page, shop, { en: 'Our workshop', sv: 'Vår verkstad' })
    const refused = await openAbout(page, shop)
    const text = textbox(page, language)
    await toEnd(text)
    await page.keyboard.press('Enter')
    await page.keyboard.type('Opening hours')
    await pressTool(page, 'h2')
    await page.keyboard.press('Enter')
    await page.keyboard.type('Open ')
    await page.keyboard.press('Control+b')
    await page.keyboard.type('every day')
    await page.keyboard.press('Control+b')
    await page.keyboard.type(' with ')
    await page.keyboard.press('Control+k')
    const links = page.locator('[data-link-dialog]')
    await links.getByRole('searchbox').fill('usb')
    await links.locator('button[data-href*="/product/"], button[data-href*="/produkt/"]').first().press('Enter')
    const product = await links.locator('input[name="href"]').inputValue()
    await links.locator('input[name="words"]').fill('a cable')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    await pressTool(page, 'picture')
    const pictures = page.locator('[data-picture-dialog]')
    await pictures.locator('button[data-src]').first().press('Enter')
    const alt = language === 'sv' ? 'Vår verkstad' : 'Our workshop'
    await expect(pictures.locator('input[name="alt"]')).toHaveValue(alt)
    await pictures.locator('[data-insert]').press('Enter')
    await pressTool(page, 'table')
    await page.keyboard.type('Day')
    const line = `<p>Open <strong>every day</strong> with <a href="${product}">a cable</a></p>`
    const made = `<h2>Opening hours</h2>\n${line}\n`
    await expect(source(page, language)).toHaveValue(new RegExp(RegExp.escape(made) + '<p><img[^>]*></p>\n<table>'))
    await expect(source(page, language)).toHaveValue(/>Day<\/th>/)
    const written = await source(page, language).inputValue()
    expect(written).toMatch(
      /<p><img src="\/pictures\/photo-[0-9a-f]{16}-1200\.webp" alt="[^"]+" width="1200" height="675"><\/p>/,
    )
    expect(written).toContain('<thead><tr><th scope="col">Day</th><th scope="col"></th></tr></thead>')

    await page.locator('[data-preview-button]').click()
    await page.locator('select[name="view"]').selectOption(`${language}.ex.phone`)
    const frame = page.frameLocator('[data-frame] iframe')
    await expect(frame.getByRole('heading', { name: 'Opening hours' })).toBeVisible()
    await expect(frame.locator('html')).toHaveAttribute('data-vat', 'ex')
    await expect(frame.getByRole('img', { name: alt })).toBeVisible()
    const other = language === 'sv' ? 'en' : 'sv'
    await side(page, other).locator(`input[name="set:${other}.title"]`).focus()
    await expect(page.locator('select[name="view"]')).toHaveValue(`${other}.ex.phone`)
    await toEnd(text)
    await page.keyboard.type('Follows')
    await expect(frame.getByText('Follows')).toBeVisible()
    await side(page, language).locator(`input[name="set:${language}.title"]`).fill(`New title ${language}`)
    await expect(frame.getByRole('heading', { level: 1 })).toHaveText(`New title ${language}`)

    await page.locator('button[value="publish"]').click()
    await expect(page.locator('main')).toContainText(t('console-content:published_now'))
    await expect(page.locator('[data-preview]')).toBeVisible()
    expect(refused).toEqual([])
    await page.goto(shop.origin + href(language, 'page', { slug: slugs[language] }))
    await expect(page.getByRole('heading', { name: 'Opening hours' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'a cable' })).toHaveAttribute('href', product)
    const image = page.getByRole('img', { name: alt })
    await image.scrollIntoViewIfNeeded()
    await expect.poll(() => image.evaluate((each: HTMLImageElement) => each.naturalWidth)).toBeGreaterThan(0)
  })

  test(`in ${language} a guide is shown as it is typed, with the parts that it names`, async ({ page, shop }, {
    project,
  }) => {
    await signInNew(page, shop, { email: `guide-${language}-${project.name}@example.com`, language })
    const view = `${language}.inc.phone`
    await page.goto(shop.consoleOrigin + consolePath('content-item', { kind: 'guide', id: 'laptop-fan' }, { view }))
    const frame = page.frameLocator('[data-frame] iframe')
    const field = (name: string) => side(page, language).locator(`[name="set:${language}.${name}"]`)
    await field('title').fill('Not saved yet')
    await expect(frame.getByRole('heading', { level: 1 })).toHaveText('Not saved yet')
    await field('steps.0.title').fill('First of all')
    await field('numbers').fill('AD-10001')
    await expect(frame.locator('.steps h3').first()).toHaveText('First of all')
    await expect(frame.locator('aside a[href*="adapter"]').first()).toBeAttached()
  })

  test(`in ${language} the source and the editor change into each other without loss`, async ({ page, shop }, {
    project,
  }) => {
    await signInNew(page, shop, { email: `source-${language}-${project.name}@example.com`, language })
    const refused = await openAbout(page, shop)
    const toggle = side(page, language).locator('[data-tool="source"]')
    const field = source(page, language)
    const stored = await field.inputValue()
    await expect(field).toBeHidden()
    // Looking at it changes nothing: not even how it is written.
    await toggle.click()
    await expect(field).toBeFocused()
    await toggle.click()
    expect(await field.inputValue()).toBe(stored)
    await toggle.click()
    await field.fill(
      '<ol><li>One<ul><li>Two</li></ul></li></ol><table><tr><th>A</th><td colspan="2">B</td></tr></table>',
    )
    await toggle.click()
    await textbox(page, language)
      .locator('li')
      .first()
      .click({ position: { x: 2, y: 8 } })
    await page.keyboard.press('Home')
    await page.keyboard.type('Number ')
    await expect(field).toHaveValue(
      '<ol><li>Number One<ul><li>Two</li></ul></li></ol>\n' +
        '<table><tbody><tr><th scope="row">A</th><td colspan="2">B</td></tr></tbody></table>',
    )
    await page.keyboard.press('Control+k')
    const links = page.locator('[data-link-dialog]')
    await links.locator('input[name="href"]').fill('java\tscript:alert(1)')
    await links.locator('[data-insert]').click()
    await expect(links).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(links).toBeHidden()
    await paste(page, wordText)
    await expect(field).toHaveValue(/<ul><li>Item one<\/li><li>Item <strong>two<\/strong><\/li><\/ul>/)
    const pasted = await field.inputValue()
    expect(pasted).not.toMatch(/style|class|mso|<span|<img|javascript|script/i)
    await textbox(page, language).press('Control+z')
    await expect(field).not.toHaveValue(pasted)
    // Markup that the editor would change is shown as it is.
    await toggle.click()
    await field.fill('Bare <a href="/x">text</a> <div>Box</div> text')
    await page.locator('button[value="save"]').click()
    await expect(source(page, language)).toBeVisible()
    await expect(side(page, language).locator('[data-note]')).toBeVisible()
    await expect(source(page, language)).toHaveValue('Bare <a href="/x">text</a> <div>Box</div> text')
    expect(refused).toEqual([])
  })
}

/** What Word puts on the clipboard, with a list as it writes them and things that must not come along. */
const mark = '<span style="mso-list:Ignore">·<span>  </span></span>'
const item = (text: string) => `<p class="MsoListParagraph" style="mso-list:l0 level1 lfo1">${mark}${text}</p>`
const wordText = [
  '<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><style>p{mso-style:x}</style></head><body>',
  '<p class="MsoNormal" style="color:red">Intro<o:p></o:p></p>',
  item('Item one'),
  item('Item <b style="x">two</b>'),
  `<p><img src="https://elsewhere.example/track.png" onerror="${calledName}()"><script>${calledName}()</script></p>`,
  '</body></html>',
].join('\n')

function paste(page: Page, html: string): Promise<void> {
  return page.evaluate((text) => {
    const data = new DataTransfer()
    data.setData('text/html', text)
    const event = new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true })
    document.activeElement?.dispatchEvent(event)
  }, html)
}

/** Bytes of script that a page loads, compressed. */
async function scriptOf(page: Page, address: string): Promise<number> {
  const sizes: Promise<number>[] = []
  const note = (request: Request) => {
    if (request.resourceType() === 'script')
      sizes.push(request.sizes().then(({ responseBodySize }) => responseBodySize))
  }
  page.on('requestfinished', note)
  await page.goto(address, { waitUntil: 'networkidle' })
  page.off('requestfinished', note)
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
}

test('the editor is loaded where texts are edited, and nowhere else', async ({ page, shop }, { project }) => {
  await signInNew(page, shop, { email: `scripts-${project.name}@example.com`, language: 'en' })
  const editor = await scriptOf(page, shop.consoleOrigin + itemPath)
  expect(editor).toBeGreaterThan(20_000)
  expect(editor).toBeLessThan(250_000)
  for (const screen of ['content', 'pictures', 'picture-new'] as const)
    expect(await scriptOf(page, shop.consoleOrigin + consolePath(screen)), screen).toBeLessThan(60_000)
})

/** Ends what a hostile text may leave open, which would hide the texts after it. */
const closing = '--></script></style></title></textarea></template></noscript></select>'

test.describe('hostile texts', () => {
  // The content policy would stop what this test looks for.
  test.use({ bypassCSP: true })

  test('no hostile text runs in the editor, beside it in the preview, or in the shop', async ({ page, shop }, {
    project,
  }) => {
    test.setTimeout(240_000)
    const called: string[] = []
    await page.exposeFunction(calledName, () => void called.push(page.url()))
    await signInNew(page, shop, { email: `hostile-${project.name}@example.com`, language: 'en' })
    const strings = xssStrings(600)
    const [inEachRound, pasted] = [200, 34]
    for (let at = 0; at < strings.length; at += inEachRound) {
      const some = strings.slice(at, at + inEachRound)
      await page.goto(`${shop.consoleOrigin}${itemPath}?view=en.inc.desk`)
      const toggle = side(page, 'en').locator('[data-tool="source"]')
      if (await source(page, 'en').isHidden()) await toggle.click()
      await source(page, 'en').fill(
        `<p>Start ${at}</p>${some.map((text) => `<div>${text}${closing}</div>`).join('\n')}`,
      )
      await toggle.click()
      for (const text of some.slice(0, pasted)) await paste(page, text)
      await expect(page.frameLocator('[data-frame] iframe').getByText(`Start ${at}`).first()).toBeVisible()
      await page.locator('button[value="publish"]').click()
      await expect(page.locator('main')).toContainText(words('en')('console-content:published_now'))
      await page.goto(shop.origin + href('en', 'page', { slug: 'about' }))
      await expect(page.getByText(`Start ${at}`).first()).toBeVisible()
      const carriers = '[onerror], [onload], [onclick], [onfocus], main script:not([type]), [href^="javascript:" i]'
      await expect(page.locator(`.prose :is(${carriers})`)).toHaveCount(0)
    }
    expect(called).toEqual([])
  })
})
