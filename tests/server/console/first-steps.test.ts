import { expect, test } from 'vitest'
import { firstStepsScreen } from '../../../src/server/console/first-steps/first-steps-page.ts'
import { todayScreen } from '../../../src/server/console/today/today-page.ts'
import { changeSettings } from '../../../src/server/platform/settings/change-settings.ts'
import { changeRates } from '../../../src/server/pricing/exchange-rates/change-rates.ts'
import { freshShop } from '../../support/test-shop.ts'
import { fixtureShop } from '../ordering/checkout/buyer.ts'
import { confirmed } from '../ordering/orders/parcels.ts'
import { contentOf, signedIn } from './at-console.ts'

test('the first steps say what is done, and lead to where the rest is done', async () => {
  await using plain = await freshShop({ now: () => new Date('2026-03-01T10:00:00Z') })
  const shop = { ...plain, env: { ...plain.env, SMTP_URL: undefined, BACKUP_FOLDER: undefined } }
  await changeRates(shop.db, { EUR: 11.2 }, { now: new Date('2026-01-01T10:00:00Z'), maxPercent: 1_000 })
  const owner = await signedIn(shop, 'owner')
  const steps = async () =>
    Object.fromEntries((await contentOf(shop, owner, firstStepsScreen)).steps.map((step) => [step.name, step]))
  const before = await steps()
  expect(before).toMatchObject({
    goods: { isDone: false },
    staff: { isDone: false, address: '/console/account' },
    mail: { isDone: false },
    backups: { isDone: false },
    order: { isDone: false, address: shop.env.ORIGIN },
    delivery: { isDone: false, address: '/console/settings/delivery' },
    rates: { isDone: false, address: '/console/rates' },
    texts: { isDone: false, details: expect.arrayContaining([expect.stringMatching(/^\/sv\//)]) },
  })
  const by = { by: 'test', now: shop.now() }
  const changes: [name: string, value: string | number][] = [
    ['brand.name.sv', 'Kretsen'],
    ['brand.radius', 0],
    ['rates.warnAfterDays', 365],
  ]
  const seen = [[before['looks']?.isDone, before['rates']?.isDone]]
  for (const change of changes) {
    await changeSettings(shop.db, [change], by)
    await shop.settings.refresh()
    const after = await steps()
    seen.push([after['looks']?.isDone, after['rates']?.isDone])
  }
  expect(seen).toEqual([
    [false, false],
    [false, false],
    [true, false],
    [true, true],
  ])
})

test('Today shows them until there is an order, to people who see the settings', async () => {
  await using shop = await fixtureShop()
  const [owner, seller] = [await signedIn(shop, 'owner'), await signedIn(shop, 'seller')]
  expect((await contentOf(shop, owner, todayScreen)).firstSteps).toMatchObject({ all: 12, next: 'sales' })
  expect((await contentOf(shop, seller, todayScreen)).firstSteps).toBeNull()
  await confirmed(shop, [['BAT', 1]])
  expect((await contentOf(shop, owner, todayScreen)).firstSteps).toBeNull()
})
