import type { Browser, BrowserContext, Page } from '@playwright/test'
import { paleTexts } from '../support/contrast.ts'
import { losses, smallTargets } from '../support/whole-screen.ts'
import { localeOf, open, opened, wanted, type Staged } from './console-looks.ts'
import { overlaps } from './overlaps.ts'

const heights = { 360: 740, 768: 1_024, 1440: 900, 1920: 1_080 } as const
const allWidths = [360, 768, 1440, 1920] as const
const allSchemes = ['light', 'dark'] as const

/**
 * `npm run screens -- console check`: looks by program at every screen of the console in every stage, language, width
 * and colour scheme; more words choose some of them. Prints each fault once, with the looks that have it.
 */
export async function checkConsole(browser: Browser, words: readonly string[]): Promise<void> {
  const found = new Map<string, string[]>()
  let looks = 0
  const note = (name: string, look: string, faults: readonly string[]) => {
    looks += 1
    for (const fault of faults) {
      const about = `${name}: ${fault}`
      found.set(about, [...(found.get(about) ?? []), look])
    }
  }
  await opened(words, async (staged) => {
    for (const isTouch of [true, false]) {
      const widths = wanted(words, allWidths).filter((width) => width < 800 === isTouch)
      for (const name of widths.length > 0 ? staged.names : [])
        for (const [look, faults] of await checkScreen(browser, staged, { name, widths, isTouch }))
          note(name, look, faults)
    }
    console.log(`${staged.stage} ${staged.language}: ${looks} looks, ${found.size} faults so far`)
  })
  for (const [fault, where] of found) console.log(`${fault}\n  ${where.length}: ${where.slice(0, 4).join(', ')}`)
  if (found.size > 0) process.exitCode = 1
}

type Check = { name: string; widths: readonly (typeof allWidths)[number][]; isTouch: boolean }

/** Opens a screen once and looks at it in each width and colour scheme; @returns the faults by look. */
async function checkScreen(browser: Browser, staged: Staged, { name, widths, isTouch }: Check) {
  const context = await contextOf(browser, staged, isTouch)
  const faults: [string, string[]][] = []
  try {
    context.setDefaultTimeout(180_000)
    const page = await open(context, name, staged)
    if (page === undefined) return faults
    for (const width of widths) {
      await page.setViewportSize({ width, height: heights[width] })
      await settle(page)
      const shared = [...(await losses(page)), ...(await smallTargets(page)), ...(await overlaps(page))]
      for (const colorScheme of wanted(staged.words, allSchemes)) {
        await page.emulateMedia({ colorScheme })
        const look = `${staged.stage} ${staged.language} ${width} ${colorScheme}`
        faults.push([look, [...shared, ...(await paleTexts(page))]])
      }
    }
  } finally {
    await context.close()
  }
  return faults
}

async function contextOf(browser: Browser, staged: Staged, hasTouch: boolean): Promise<BrowserContext> {
  const context = await browser.newContext({ hasTouch, reducedMotion: 'reduce', locale: localeOf(staged.language) })
  const url = `${staged.shop.consoleOrigin}/console`
  await context.addCookies([{ name: 'staff_session', value: staged.session, url }])
  return context
}

/** Waits until the scripts that follow the size of the window have run. */
async function settle(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
}
