import { expect, test, type Locator, type Page } from '@playwright/test'
import { searchBox } from './page-parts.ts'

/** Counts the taps of an errand, and reports them with the test; a form that is filled in counts its fields apart. */
export function tapping(page: Page) {
  let taps = 0
  return {
    tap: async (target: Locator) => {
      taps += 1
      await target.click()
    },
    /** Chooses a box or radio button that its label covers. */
    check: async (target: Locator) => {
      taps += 1
      await target.check({ force: true })
    },
    search: async (text: string) => {
      taps += 1
      await searchBox(page).click()
      await searchBox(page).fill(text)
      await searchBox(page).press('Enter')
    },
    atMost: (max: number) => {
      test.info().annotations.push({ type: 'taps', description: String(taps) })
      expect(taps).toBeLessThanOrEqual(max)
    },
  }
}
