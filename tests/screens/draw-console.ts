import path from 'node:path'
import type { Browser, BrowserContext, Page } from '@playwright/test'
import sharp from 'sharp'
import { consolePath, type ConsoleScreen } from '../../src/console-routes.ts'
import { languages, type Language } from '../../src/domain/places/locales.ts'
import { screens } from '../support/console-addresses.ts'
import { ownPage, signOwnerIn, stages, startStage, type Stage, type StagedShop } from './console-stages.ts'

const widths = [360, 768, 1440, 1920]
/** Pixels of a page that one picture has at most: Chromium draws no higher ones. */
const highest = 16_000
const schemes = ['light', 'dark'] as const
type Look = { stage: Stage; language: Language; width: number; scheme: (typeof schemes)[number] }

/** Screens that are opened in another way than by their address, or without a session. */
const others: Readonly<Record<string, { path: string; isStranger?: boolean; open?: (page: Page) => Promise<void> }>> = {
  'sign-in': { path: consolePath('sign-in'), isStranger: true },
  invitation: { path: `${consolePath('invitation')}?token=over`, isStranger: true },
  unknown: { path: `${consolePath('orders')}/nowhere` },
  'nothing-found': { path: `${consolePath('orders')}?q=zzqx` },
  palette: {
    path: consolePath('today'),
    open: async (page) => {
      await page.keyboard.press('Control+k')
      await page.locator('dialog[open] [role=option]').first().waitFor()
    },
  },
}

/** `npm run screens -- console`: every screen of the console; more words choose stages, languages, looks or screens. */
export async function drawConsole(browser: Browser, folder: string, words: readonly string[]): Promise<void> {
  const wanted = <Value extends string | number>(all: readonly Value[]) => {
    const chosen = all.filter((each) => words.includes(String(each)))
    return chosen.length > 0 ? chosen : all
  }
  const names = wanted([...screens, ...Object.keys(others)])
  const looks = wanted(widths).flatMap((width) => wanted(schemes).map((scheme) => ({ width, scheme })))
  for (const stage of wanted(stages))
    await inStage(stage, wanted(languages), async (shop, session, language) => {
      const drawing = { browser, folder, shop, session, names }
      for (const look of looks) await drawAll(drawing, { stage, language, ...look })
    })
}

type Work = (shop: StagedShop, session: string, language: Language) => Promise<void>

async function inStage(stage: Stage, readers: readonly Language[], work: Work): Promise<void> {
  const shop = await startStage(stage)
  try {
    for (const language of readers) await work(shop, await signOwnerIn(shop, language), language)
  } finally {
    await shop.stop()
  }
}

type Drawing = { browser: Browser; folder: string; shop: StagedShop; session: string; names: readonly string[] }

async function drawAll({ browser, folder, shop, session, names }: Drawing, look: Look): Promise<void> {
  const { stage, language, width, scheme } = look
  const usual = {
    viewport: { width, height: width < 800 ? 740 : 900 },
    hasTouch: width < 800,
    colorScheme: scheme,
    reducedMotion: 'reduce',
  } as const
  const locale = language === 'sv' ? 'sv-SE' : 'en-GB'
  const [staff, stranger] = [
    await browser.newContext({ ...usual, locale }),
    await browser.newContext({ ...usual, locale }),
  ]
  await staff.addCookies([{ name: 'staff_session', value: session, url: `${shop.consoleOrigin}/console` }])
  const files: string[] = []
  for (const name of names) {
    const file = path.join(folder, `console-${name}-${stage}-${language}-${width}-${scheme}.png`)
    const context = others[name]?.isStranger ? stranger : staff
    files.push(...(await draw(context, name, { shop, language, file })))
  }
  await staff.close()
  await stranger.close()
  if (files.length > 1)
    await writeSheets(files, path.join(folder, `sheet-${stage}-${language}-${width}-${scheme}`), width)
}

/** @returns the pictures: several of a tall page, none of a record that the shop does not have. */
async function draw(
  context: BrowserContext,
  name: string,
  { shop, language, file }: { shop: StagedShop; language: Language; file: string },
): Promise<string[]> {
  const address = others[name]?.path ?? addressOf(name, { shop, language })
  if (address === undefined) return []
  const page = await context.newPage()
  try {
    await page.goto(shop.consoleOrigin + address, { waitUntil: 'load' })
    await others[name]?.open?.(page)
    const whole = others[name]?.open === undefined ? await showWhole(page) : highest
    const files = Array.from({ length: Math.ceil(whole / highest) }, (_, at) =>
      at === 0 ? file : file.replace(/\.png$/, `-${at + 1}.png`),
    )
    for (const [at, each] of files.entries()) {
      await page.evaluate((top) => window.scrollTo(0, top), at * highest)
      await page.screenshot({ path: each })
    }
    console.log([path.basename(file, '.png'), ...(await page.evaluate(tooWide))].join('\n  '))
    return files
  } finally {
    await page.close()
  }
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

function addressOf(name: string, { shop, language }: { shop: StagedShop; language: Language }): string | undefined {
  return name === 'person' ? ownPage(language) : (shop.addresses[name] ?? plainPath(name))
}

function plainPath(name: string): string | undefined {
  try {
    return consolePath(name as ConsoleScreen)
  } catch {
    return undefined
  }
}

const onOneSheet = 8

/** Puts screens beside each other, tall ones in several parts, so that rhythm and alignment are compared. */
async function writeSheets(files: readonly string[], name: string, width: number): Promise<void> {
  const [across, drawn] = width < 500 ? [8, 360] : [4, 720]
  const most = width < 500 ? 1_400 : 900
  const parts: Buffer[] = []
  for (const file of files) parts.push(...(await partsOf(await sharp(file).resize({ width: drawn }).toBuffer(), most)))
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
async function partsOf(data: Buffer, most: number): Promise<Buffer[]> {
  const { width, height } = await sharp(data).metadata()
  const tops = Array.from({ length: Math.ceil(height / most) }, (_, at) => at * most)
  return Promise.all(
    tops.map((top) =>
      sharp(data)
        .extract({ left: 0, top, width, height: Math.min(most, height - top) })
        .toBuffer(),
    ),
  )
}
