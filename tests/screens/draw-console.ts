import path from 'node:path'
import type { Browser, Page } from '@playwright/test'
import sharp from 'sharp'
import { isForStrangers, isInWindow, localeOf, open, opened, wanted, type Staged } from './console-looks.ts'

const widths = [360, 768, 1440, 1920]
/** Pixels of a page that one picture has at most: Chromium draws no higher ones. */
const highest = 16_000
const schemes = ['light', 'dark'] as const
type Look = { width: number; scheme: (typeof schemes)[number] }

/** `npm run screens -- console`: every screen of the console; more words choose stages, languages, looks or screens. */
export async function drawConsole(browser: Browser, folder: string, words: readonly string[]): Promise<void> {
  await opened(words, async (staged) => {
    for (const look of looksOf(words)) await drawAll(browser, folder, staged, look)
  })
}

/** The widths and colour schemes that the words name. */
export function looksOf(words: readonly string[]): Look[] {
  return wanted(words, widths).flatMap((width) => wanted(words, schemes).map((scheme) => ({ width, scheme })))
}

/** Draws the screens in one look, and sheets of them. */
export async function drawAll(
  browser: Browser,
  folder: string,
  staged: Staged,
  { width, scheme }: Look,
): Promise<void> {
  const usual = {
    viewport: { width, height: width < 800 ? 740 : 900 },
    hasTouch: width < 800,
    colorScheme: scheme,
    reducedMotion: 'reduce',
    locale: localeOf(staged.language),
  } as const
  const [staff, stranger] = [await browser.newContext(usual), await browser.newContext(usual)]
  for (const context of [staff, stranger]) context.setDefaultTimeout(180_000)
  const url = `${staged.shop.consoleOrigin}/console`
  await staff.addCookies([{ name: 'staff_session', value: staged.session, url }])
  const ending = `${staged.stage}-${staged.language}-${width}-${scheme}`
  const files: string[] = []
  for (const name of staged.names) {
    const page = await (isForStrangers(name) ? stranger : staff).newPage()
    const file = path.join(folder, `console-${name}-${ending}.png`)
    if (await open(page, name, staged)) files.push(...(await draw(page, name, file)))
    await page.close()
  }
  await staff.close()
  await stranger.close()
  if (files.length > 1) await writeSheets(files, path.join(folder, `sheet-${ending}`), width)
}

/** @returns the pictures: several of a tall page. */
async function draw(page: Page, name: string, file: string): Promise<string[]> {
  const whole = isInWindow(name) ? highest : await showWhole(page)
  const files = Array.from({ length: Math.ceil(whole / highest) }, (_, at) =>
    at === 0 ? file : file.replace(/\.png$/, `-${at + 1}.png`),
  )
  for (const [at, each] of files.entries()) {
    await page.evaluate((top) => window.scrollTo(0, top), at * highest)
    await page.screenshot({ path: each })
  }
  console.log([path.basename(file, '.png'), ...(await page.evaluate(tooWide))].join('\n  '))
  return files
}

/**
 * Makes the window as high as the page: a picture of more than the window is drawn as for a mouse, never for touch.
 *
 * @returns the height of the page in pixels.
 */
async function showWhole(page: Page): Promise<number> {
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 }
  const whole = await page.evaluate(() => document.documentElement.scrollHeight)
  await page.setViewportSize({ width, height: Math.min(Math.max(height, whole), highest) })
  return Math.max(height, whole)
}

/** @returns what does not fit: the page itself and frames that scroll sideways, with how much is out of sight. */
function tooWide(): string[] {
  const hidden = (element: Element) => element.scrollWidth - element.clientWidth
  const frames = [...document.querySelectorAll('.scroll')].filter((frame) => hidden(frame) > 1)
  return [
    ...(hidden(document.documentElement) > 0 ? [`page: ${hidden(document.documentElement)} px too wide`] : []),
    ...frames.map((frame) => `${frame.getAttribute('aria-label') ?? 'frame'}: ${hidden(frame)} px out of sight`),
  ]
}

const onOneSheet = 8

/** Puts screens beside each other, tall ones in several parts, so that rhythm and alignment are compared. */
async function writeSheets(files: readonly string[], name: string, width: number): Promise<void> {
  const [across, drawn] = width < 500 ? [8, 360] : [4, 720]
  const max = width < 500 ? 1_400 : 900
  const parts: Buffer[] = []
  for (const file of files) parts.push(...(await partsOf(await sharp(file).resize({ width: drawn }).toBuffer(), max)))
  for (let from = 0; from < parts.length; from += onOneSheet) {
    const tiles = parts.slice(from, from + onOneSheet)
    const rows = Math.ceil(tiles.length / across)
    const height = Math.max(...(await Promise.all(tiles.map(async (tile) => (await sharp(tile).metadata()).height))))
    const sheet = { width: across * (drawn + 8), height: rows * (height + 8), channels: 3 as const, background: '#c0c' }
    await sharp({ create: sheet })
      .composite(
        tiles.map((input, at) => ({
          input,
          left: (at % across) * (drawn + 8),
          top: Math.floor(at / across) * (height + 8),
        })),
      )
      .png()
      .toFile(`${name}-${from / onOneSheet + 1}.png`)
  }
}

/** The parts of a picture from top to bottom, each at most so many pixels high. */
async function partsOf(data: Buffer, max: number): Promise<Buffer[]> {
  const { width, height } = await sharp(data).metadata()
  const tops = Array.from({ length: Math.ceil(height / max) }, (_, at) => at * max)
  return Promise.all(
    tops.map((top) =>
      sharp(data)
        .extract({ left: 0, top, width, height: Math.min(max, height - top) })
        .toBuffer(),
    ),
  )
}
