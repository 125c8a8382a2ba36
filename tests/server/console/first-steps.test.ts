import { expect, test } from 'vitest'
import { firstStepsScreen } from '../../../src/server/console/first-steps/first-steps-page.ts'
import { todayScreen } from '../../../src/server/console/today/today-page.ts'
import { changeSettings } from '../../../src/server/platform/settings/change-settings.ts'
import { confirmed } from '../ordering/orders/parcels.ts'
import { fixtureShop } from '../ordering/checkout/buyer.ts'
import { freshShop } from '../../support/test-shop.ts'
import { contentOf, signedIn } from './at-console.ts'

test('the first steps say what is done, and lead to where the rest is done', async () => {
  await using plain = await freshShop()
  const shop = { ...plain, env: { ...plain.env, SMTP_URL: undefined, BACKUP_FOLDER: undefined } }
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
    texts: { isDone: false, details: expect.arrayContaining([expect.stringMatching(/^\/sv\//)]) },
  })
  const by = { by: 'test', now: shop.now() }
  await changeSettings(shop.db, [['brand.radius', 0]], by)
  await shop.settings.refresh()
  const after = await steps()
  expect([before['looks']?.isDone, after['looks']?.isDone]).toEqual([false, true])
})

test('Today shows them until there is an order, to people who see the settings', async () => {
  await using shop = await fixtureShop()
  const [owner, seller] = [await signedIn(shop, 'owner'), await signedIn(shop, 'seller')]
  expect((await contentOf(shop, owner, todayScreen)).firstSteps).toEqual({ done: expect.any(Number), all: 11 })
  expect((await contentOf(shop, seller, todayScreen)).firstSteps).toBeNull()
  await confirmed(shop, [['BAT', 1]])
  expect((await contentOf(shop, owner, todayScreen)).firstSteps).toBeNull()
})
