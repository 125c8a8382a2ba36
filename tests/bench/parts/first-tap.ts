import { chromium, type Browser, type Page } from '@playwright/test'
import { href } from '../../../src/routes.ts'
import { browserArguments, findWorkingBrowser } from '../../support/find-browser.ts'
import { readCatalogue } from '../catalogue.ts'
import { figure, median, percentile, type Figure } from '../figure.ts'
import type { Part } from '../part.ts'
import { ShopProcess } from '../shop-process.ts'

const slowedBy = 6
const visits = 15
const kept = 'tapAnswers'

/**
 * The first tap of a visit on a phone with a six times slower processor, until the paint that answers it (Event Timing,
 * as in INP).
 */
export const firstTap: Part = {
  name: 'tap',
  about: `first tap to painted answer with the processor slowed ${slowedBy}x (needs Chromium)`,
  run: async ({ workspace }) => {
    const executablePath = await findWorkingBrowser()
    if (executablePath === undefined) throw new Error('no Chromium was found; CHROMIUM_PATH may name one')
    const data = await workspace.newDemo()
    const { productPaths } = await readCatalogue(data, 'en', visits)
    await using shop = await ShopProcess.start(data)
    const browser = await chromium.launch({ executablePath, args: browserArguments })
    try {
      const addTo = await tapAll(
        browser,
        productPaths.map((path) => `${shop.origin}${path}`),
        'form button[data-add-to-cart]',
      )
      const icon = await tapAll(
        browser,
        Array.from({ length: visits }, () => `${shop.origin}${href('en', 'home')}`),
        '[data-open-cart]',
      )
      return [...tapFigures('add to cart', addTo), ...tapFigures('the cart icon', icon)]
    } finally {
      await browser.close()
    }
  },
}

type Tap = { paintedMs: number; shownMs: number }

function tapFigures(what: string, taps: readonly Tap[]): Figure[] {
  const painted = taps.map(({ paintedMs }) => paintedMs)
  const shown = taps.map(({ shownMs }) => shownMs)
  const beside =
    `three of four visits, as INP is judged; ${taps.length} cold visits, ` +
    `median ${median(painted).toFixed(0)}, slowest ${percentile(painted, 1).toFixed(0)} ms`
  return [
    figure(
      `first tap on ${what} to the painted answer, processor ${slowedBy}x slower`,
      percentile(painted, 0.75),
      'ms',
      { bar: { atMost: 200 }, beside },
    ),
    figure(`the same, to the open drawer, median`, median(shown), 'ms', {
      beside: `slowest ${percentile(shown, 1).toFixed(0)} ms`,
    }),
  ]
}

/** Visits each page with an empty browser; pages without the button are left out. */
async function tapAll(browser: Browser, urls: readonly string[], selector: string): Promise<Tap[]> {
  const taps: Tap[] = []
  for (const url of urls) {
    const context = await browser.newContext({
      viewport: { width: 360, height: 740 },
      deviceScaleFactor: 2,
      isMobile: true,
      hasTouch: true,
    })
    const page = await context.newPage()
    await page.addInitScript(recordTaps, kept)
    await page.goto(url, { waitUntil: 'load' })
    if (await page.locator(selector).first().isVisible()) taps.push(await tapOn(page, selector))
    await context.close()
  }
  if (taps.length === 0) throw new Error(`no page had anything to tap on (${selector})`)
  return taps
}

async function tapOn(page: Page, selector: string): Promise<Tap> {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowedBy })
  await page.locator(selector).first().tap()
  await page.waitForFunction(
    (name) => Reflect.get(window, name)?.shown !== undefined && Reflect.get(window, name).painted !== undefined,
    kept,
  )
  const answer: { start: number; painted: number; shown: number } = await page.evaluate(
    (name) => Reflect.get(window, name),
    kept,
  )
  return { paintedMs: answer.painted, shownMs: answer.shown - answer.start }
}

/** Runs in the page: the time from the first tap's events to the next paint, and when the drawer was painted. */
function recordTaps(name: string): void {
  const everyTap = { type: 'event', durationThreshold: 16, buffered: true }
  const answer: { start?: number; painted?: number; shown?: number } = {}
  Object.assign(window, { [name]: answer })
  addEventListener(
    'pointerdown',
    ({ timeStamp }) => {
      answer.start ??= timeStamp
    },
    true,
  )
  new PerformanceObserver((list) => {
    const taps = list.getEntries().filter((entry) => entry.name === 'click' || entry.name.startsWith('pointer'))
    if (taps.length > 0) answer.painted = Math.max(answer.painted ?? 0, ...taps.map(({ duration }) => duration))
  }).observe(everyTap)
  const look = (): void => {
    if (document.querySelector('dialog[data-mini-cart]')?.hasAttribute('open'))
      requestAnimationFrame(() => {
        answer.shown = performance.now()
      })
    else requestAnimationFrame(look)
  }
  addEventListener('DOMContentLoaded', look)
}
