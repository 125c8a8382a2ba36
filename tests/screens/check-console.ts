import type { Browser, Page } from '@playwright/test'
import { paleTexts } from '../support/contrast.ts'
import { losses, smallTargets } from '../support/whole-screen.ts'
import { isForStrangers, localeOf, open, opened, wanted, type Staged } from './console-looks.ts'
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
    if (looks % 100 === 0) console.log(`${looks} looks, ${found.size} faults, now ${look} ${name}`)
    for (const fault of faults) {
      const about = `${name}: ${fault}`
      found.set(about, [...(found.get(about) ?? []), look])
    }
  }
  await opened(words, async (staged) => {
    for (const isTouch of [true, false]) {
      const widths = wanted(words, allWidths).filter((width) => width < 800 === isTouch)
      if (widths.length > 0) await checkStage(browser, staged, { widths, isTouch, note })
    }
    console.log(`${staged.stage} ${staged.language}: ${looks} looks, ${found.size} faults so far`)
  })
  for (const [fault, where] of found) console.log(`${fault}\n  ${where.length}: ${where.slice(0, 4).join(', ')}`)
  if (found.size > 0) process.exitCode = 1
}

type Check = {
  widths: readonly (typeof allWidths)[number][]
  isTouch: boolean
  note: (name: string, look: string, faults: readonly string[]) => void
}

/** Opens every screen of a stage once, with touch or without, in one page of somebody who has signed in. */
async function checkStage(browser: Browser, staged: Staged, check: Check): Promise<void> {
  const usual = { hasTouch: check.isTouch, reducedMotion: 'reduce', locale: localeOf(staged.language) } as const
  const [staff, stranger] = [await browser.newContext(usual), await browser.newContext(usual)]
  for (const context of [staff, stranger]) context.setDefaultTimeout(180_000)
  const url = `${staged.shop.consoleOrigin}/console`
  await staff.addCookies([{ name: 'staff_session', value: staged.session, url }])
  const pages = [await staff.newPage(), await stranger.newPage()] as const
  for (const name of staged.names) {
    const page = pages[isForStrangers(name) ? 1 : 0]
    if (await open(page, name, staged)) await checkScreen(page, name, staged, check)
  }
  await staff.close()
  await stranger.close()
}

/** Looks at a screen in each width and colour scheme. */
async function checkScreen(page: Page, name: string, staged: Staged, { widths, note }: Check): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: heights[width] })
    await settle(page)
    const shared = [...(await losses(page)), ...(await smallTargets(page)), ...(await overlaps(page))]
    for (const colorScheme of wanted(staged.words, allSchemes)) {
      await page.emulateMedia({ colorScheme })
      const look = `${staged.stage} ${staged.language} ${width} ${colorScheme}`
      note(name, look, [...shared, ...(await paleTexts(page))])
    }
  }
}

/** Waits until the scripts that follow the size of the window have run. */
async function settle(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
}
