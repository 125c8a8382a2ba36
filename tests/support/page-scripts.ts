import type { Page } from '@playwright/test'

/** Resolves once the page has run what it runs by itself when the browser is idle: `src/layouts/after-load.ts`. */
export async function untilPageIdle(page: Page): Promise<void> {
  await page.waitForLoadState('load')
  // Idle callbacks run in the order of their requests, so the page's own runs before the first of these.
  await page.evaluate(
    () => new Promise<void>((resolve) => requestIdleCallback(() => requestIdleCallback(() => resolve()))),
  )
}

/** Resolves once the page has run the script of this name, which it imports by itself. */
export async function untilScriptRan(page: Page, name: string): Promise<void> {
  const script = await page.waitForFunction(
    (part) =>
      performance
        .getEntriesByType('resource')
        .map((entry) => entry.name)
        .find((address) => address.includes(part)),
    `/_astro/${name}.`,
  )
  await page.evaluate((address) => import(address), (await script.jsonValue()) ?? '')
}

/** Uses the page as a shopper does, and resolves once it has run the scripts that wait for that. */
export async function untilUsed(page: Page): Promise<void> {
  await untilPageIdle(page)
  await page.keyboard.press('Shift')
  await untilScriptRan(page, 'after-use')
}

/**
 * Runs `act` in the page and says whether it starts a navigation, such as a reload: the browser announces it at once,
 * before anything is requested.
 */
export async function startsNavigation(page: Page, act: () => void | Promise<void>): Promise<boolean> {
  await page.evaluate(() => {
    const { dataset } = document.documentElement
    dataset['stays'] = ''
    window.navigation.addEventListener('navigate', () => delete dataset['stays'])
  })
  await page.evaluate(act)
  // The next page has no such mark either, and while it is on the way nothing can be read.
  return page.evaluate(() => !('stays' in document.documentElement.dataset)).catch(() => true)
}
