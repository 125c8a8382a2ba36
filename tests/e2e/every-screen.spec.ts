import { expect, test as base, type Page } from '@playwright/test'
import { languages } from '../../src/domain/places/locales.ts'
import { organizationAccount, privateAccount } from '../screens/walks/account-walk.ts'
import { buying, buyingWithoutScript } from '../screens/walks/buying-walk.ts'
import { besideShelves, shelves } from '../screens/walks/public-walk.ts'
import type { Stop, Visit } from '../screens/walks/walk.ts'
import { testWithShop } from '../support/test-with-shop.ts'
import { faultsInSchemes, losses, markupFaults, seenByAxe, smallTargets, type Scheme } from '../support/whole-screen.ts'
import { words } from '../support/words.ts'

const isWhole = process.env['E2E_ALL'] !== undefined

/**
 * Visits every screen in its states: passes axe on the whole page with all rules, no target too small, and nothing lost
 * at 320 px, which corresponds to 1280 px at 400 %. In the usual run axe looks at each state once, in one language and
 * colour scheme, and the contrast of plain colours is computed in the other; with `E2E_ALL=1` it looks at all, and
 * text at 200 % is checked.
 */
async function walk(stops: readonly Stop[], visit: Visit): Promise<void> {
  const { page, language, shop } = visit
  if (stops !== shelves) await page.context().addCookies([{ name: '__consent', value: '1', url: shop.origin }])
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const found: string[] = []
  for (const [index, stop] of stops.entries()) {
    await base.step(stop.name, async () => {
      await stop.open(visit)
      await expect(page.locator(stop.shows).first(), stop.name).toBeVisible()
      if (stop.says) await expect(page.locator('main'), stop.name).toContainText(stop.says(words(language)))
      const faults = await faultsOf(page, seenByAxe(index, languages.indexOf(language)))
      found.push(...faults.map((fault) => `${stop.name}: ${fault}`))
    })
  }
  expect(found).toEqual([])
}

async function faultsOf(page: Page, seenIn: readonly Scheme[]): Promise<string[]> {
  const faults = await faultsInSchemes(page, seenIn)
  faults.push(...(await smallTargets(page)).map((each) => `small: ${each}`))
  faults.push(...(await markupFaults(page)).map((each) => `markup: ${each}`))
  const size = page.viewportSize() ?? { width: 360, height: 740 }
  await page.setViewportSize({ width: 320, height: 512 })
  faults.push(...(await losses(page)).map((each) => `at 320 px ${each}`))
  await page.setViewportSize(size)
  if (isWhole) faults.push(...(await lossesInLargeText(page)))
  return faults
}

async function lossesInLargeText(page: Page): Promise<string[]> {
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
  const found = await losses(page)
  await page.evaluate(() => document.documentElement.style.removeProperty('font-size'))
  return found.map((each) => `in large text ${each}`)
}

for (const language of languages) {
  // One shop for each language, whose walks follow one another.
  const test = testWithShop({ SANDBOX_PAYMENTS: '1' })
  test.describe(`every screen in ${language} passes axe and loses nothing at 320 px`, () => {
    test.describe.configure({ mode: 'default', timeout: 240_000 })

    test(
      'the lists of parts and the screens that open from them' +
        ' [2.route.home] [2.route.category] [2.route.brand] [2.route.product-tag] [2.route.product]' +
        ' [2.route.search] [2.route.page] [2.route.not-found]',
      async ({ page, shop }, { project }) => {
        await walk(shelves, { page, language, shop, email: `shelves-${language}-${project.name}@example.com` })
      },
    )

    test(
      'the other screens of the catalogue' +
        ' [2.route.track-order] [2.route.unsubscribe] [2.route.page-preview] [2.login-dialog.query]',
      async ({ page, shop }, { project }) => {
        await walk(besideShelves, { page, language, shop, email: `beside-${language}-${project.name}@example.com` })
      },
    )

    test(
      "from an empty cart to a guest's order" +
        ' [2.route.checkout] [2.route.checkout-failed] [2.route.checkout-confirmation] [2.route.my-order]' +
        ' [2.route.my-order-return] [2.account-icon.order]',
      async ({ page, shop }, { project }) => {
        await walk(buying, { page, language, shop, email: `guest-${language}-${project.name}@example.com` })
      },
    )

    test(
      'my account' +
        ' [2.route.my-account] [2.route.my-account-offers] [2.route.my-account-orders]' +
        ' [2.route.my-account-returns] [2.route.my-account-return] [2.route.my-account-subscriptions]' +
        ' [2.route.my-account-profile-edit] [6.customer.account] [2.login-dialog.change-password]',
      async ({ page, shop }, { project }) => {
        await walk(privateAccount, { page, language, shop, email: `private-${language}-${project.name}@example.com` })
      },
    )

    test('the account of an organization', async ({ page, shop }, { project }) => {
      await walk(organizationAccount, { page, language, shop, email: `member-${language}-${project.name}@example.com` })
    })

    test('cart and checkout without script', async ({ page, shop }, { project }) => {
      await walk(buyingWithoutScript, { page, language, shop, email: `plain-${language}-${project.name}@example.com` })
    })
  })
}
