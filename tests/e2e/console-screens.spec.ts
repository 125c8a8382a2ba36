import { expect, type Page } from '@playwright/test'
import { consolePath, type ConsoleScreen } from '../../src/console-routes.ts'
import { languages } from '../../src/domain/places/locales.ts'
import { operations } from '../server/console/operations.ts'
import { signInNew } from '../support/at-console.ts'
import { calledName, hostile, writeHostileRecords, type HostileRecords } from '../support/hostile-records.ts'
import { testWithShop } from '../support/test-with-shop.ts'
import { losses, objections, smallTargets } from '../support/whole-screen.ts'

const test = testWithShop({ SANDBOX_PAYMENTS: '1' })

/** Answers that are no page: files, a part of a page, and the stream of news. */
const noPages = new Set(['order-document', 'packing-slips', 'find-hits', 'news'])
const schemes = ['light', 'dark'] as const
const screens = Object.keys(operations).filter((name) => !name.includes('.') && !noPages.has(name))

for (const language of languages) {
  test.describe(`the screens of the console in ${language}`, () => {
    // The content policy would stop what this test looks for.
    test.use({ bypassCSP: true, locale: language === 'sv' ? 'sv-SE' : 'en-GB' })

    test(`in ${language} every screen shows hostile and long texts as text, passes axe, and fits 320 px`, async ({
      page,
      shop,
    }, { project }) => {
      test.setTimeout(300_000)
      const made = await writeHostileRecords(shop.dataFolder)
      const called: string[] = []
      await page.exposeFunction(calledName, () => void called.push(page.url()))
      await signInNew(page, shop, { email: `screens-${language}-${project.name}@example.com`, language })
      const addresses = addressesOf(made, await firstPerson(page, shop.consoleOrigin))
      const [found, shown]: [string[], string[]] = [[], []]
      for (const [index, screen] of screens.entries()) {
        const answer = await page.goto(shop.consoleOrigin + (addresses[screen] ?? consolePath(screen as ConsoleScreen)))
        expect(answer?.status(), screen).toBe(200)
        if ((await page.locator('body').innerText()).includes(`onerror=${calledName}()`)) shown.push(screen)
        found.push(
          ...(await faultsOf(page, schemes[(index + languages.indexOf(language)) % 2])).map(
            (fault) => `${screen}: ${fault}`,
          ),
        )
      }
      expect(called).toEqual([])
      expect(found).toEqual([])
      expect(shown.length, shown.join(' ')).toBeGreaterThan(20)
    })
  })
}

/** The address of each screen that is about one record, by the name of the screen. */
function addressesOf(made: HostileRecords, person: string): Partial<Record<string, string>> {
  const { order: number } = made
  return {
    find: consolePath('find', {}, { q: number }),
    order: consolePath('order', { number }),
    'order-edit': consolePath('order-edit', { number }),
    'pack-order': consolePath('pack-order', { number }),
    'pick-list': consolePath('pick-list', {}, { orders: number }),
    run: consolePath('run', { id: 'run' }),
    payment: consolePath('payment', { id: made.payment }),
    payout: consolePath('payout', { id: made.payout }),
    invoice: consolePath('invoice', { number: made.invoice }),
    return: consolePath('return', { number: 'B1' }),
    exchange: consolePath('exchange', { number: 'B1' }),
    customer: consolePath('customer', { id: made.customer }),
    guest: consolePath('guest', {}, { email: `${hostile}@example.com` }),
    organization: consolePath('organization', { id: made.organization }),
    quote: consolePath('quote', { number: 'Q1' }),
    request: consolePath('request', { number: 'R1' }),
    subscription: consolePath('subscription', { id: 's' }),
    'gift-card': consolePath('gift-card', { id: 'g' }),
    webhook: consolePath('webhook', { id: made.webhook }),
    person,
    role: consolePath('role', { name: 'seller' }),
  }
}

async function firstPerson(page: Page, origin: string): Promise<string> {
  await page.goto(origin + consolePath('staff'))
  const link = page.locator(`main a[href^="${consolePath('staff')}/"]`).first()
  return (await link.getAttribute('href')) ?? ''
}

/** Each screen has one colour scheme in this language, and the other one in the other. */
async function faultsOf(page: Page, colorScheme: 'light' | 'dark' = 'light'): Promise<string[]> {
  const carriers = await page.locator('[onerror], [onload], [href^="javascript:"]').count()
  const found = carriers > 0 ? [`${carriers} elements made of a shopper's text`] : []
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
  found.push(...(await objections(page)), ...(await smallTargets(page)))
  const size = page.viewportSize() ?? { width: 360, height: 740 }
  await page.setViewportSize({ width: 320, height: 512 })
  found.push(...(await losses(page)))
  await page.setViewportSize(size)
  return found
}
