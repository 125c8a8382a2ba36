import path from 'node:path'
import type { Browser, BrowserContext, Page } from '@playwright/test'
import sharp from 'sharp'
import { consolePath, type ConsoleScreen } from '../../src/console-routes.ts'
import { languages, type Language } from '../../src/domain/places/locales.ts'
import { screens } from '../support/console-addresses.ts'
import { ownPage, signOwnerIn, stages, startStage, type Stage, type StagedShop } from './console-stages.ts'

const widths = [360, 768, 1440, 1920]
/** Pixels of a page that are drawn at most. */
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
    if (await draw(context, name, { shop, language, file })) files.push(file)
  }
  await staff.close()
  await stranger.close()
  if (files.length > 1)
    await writeSheets(files, path.join(folder, `sheet-${stage}-${language}-${width}-${scheme}`), width)
}

/** @returns false for a screen of a record that the shop does not have. */
async function draw(
  context: BrowserContext,
  name: string,
  { shop, language, file }: { shop: StagedShop; language: Language; file: string },
) {
  const address = others[name]?.path ?? addressOf(name, { shop, language })
  if (address === undefined) return false
  const page = await context.newPage()
  try {
    await page.goto(shop.consoleOrigin + address, { waitUntil: 'load' })
    await others[name]?.open?.(page)
    if (others[name]?.open === undefined) await showWhole(page)
    await page.screenshot({ path: file })
    console.log([path.basename(file, '.png'), ...(await page.evaluate(tooWide))].join('\n  '))
    return true
  } finally {
    await page.close()
  }
}

/** Makes the window as high as the page: a picture of more than the window is drawn as for a mouse, never for touch. */
async function showWhole(page: Page): Promise<void> {
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 }
  const whole = await page.evaluate(() => document.documentElement.scrollHeight)
  await page.setViewportSize({ width, height: Math.min(Math.max(height, whole), highest) })
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

/** Puts the tops of screens beside each other, so that rhythm and alignment are compared at a glance. */
async function writeSheets(files: readonly string[], name: string, width: number): Promise<void> {
  const [across, drawn] = width < 500 ? [8, 360] : [4, 720]
  const most = width < 500 ? 1_400 : 900
  for (let from = 0; from < files.length; from += onOneSheet) {
    const some = files.slice(from, from + onOneSheet)
    const tiles = await Promise.all(
      some.map((file) =>
        sharp(file)
          .resize({ width: drawn })
          .toBuffer()
          .then((data) => cutTo(data, drawn, most)),
      ),
    )
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

async function cutTo(data: Buffer, width: number, most: number): Promise<Buffer> {
  const { height } = await sharp(data).metadata()
  return sharp(data)
    .extract({ left: 0, top: 0, width, height: Math.min(height, most) })
    .toBuffer()
}
