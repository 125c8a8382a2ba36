import { expect, test } from 'vitest'
import { setSettings } from '../../support/set-settings.ts'
import { feed } from '../import/supplier-feeds.ts'
import { importParts, shopIn } from './shop-at-home.ts'

const asItIs = { id: 'all', percent: 30 }

test('prices follow from costs in the own currency of a Finnish shop, with its VAT', async () => {
  await using commands = await shopIn('FI')
  const { shop } = commands
  await importParts(shop, 'EUR', ['FAN;Fläkt;80.00;0'])
  await setSettings(shop, ['markups.rules', [asItIs]])
  expect(await commands.run('rates', 'set', 'SEK', '0.10')).toMatchObject({ code: 0 })
  const prices = () => shop.db.selectFrom('prices').select(['currency', 'min_quantity', 'amount']).execute()

  expect(await feed(commands, 'acme', ['FAN;A-1;100;EUR;5;3'])).toMatchObject({ changed: 1, rejected: 0, error: null })
  expect(await prices()).toEqual([{ currency: 'EUR', min_quantity: 1, amount: 16_315 }])

  expect(await feed(commands, 'beta', ['FAN;B-1;800;SEK;5;3'])).toMatchObject({ changed: 1, rejected: 0, error: null })
  expect(await prices()).toEqual([{ currency: 'EUR', min_quantity: 1, amount: 13_052 }])
  expect((await commands.run('suppliers', 'show', 'FAN')).out).toContain('800.00 SEK')
  expect(await commands.run('markups', 'apply')).toMatchObject({
    code: 0,
    out: expect.stringContaining('Nothing changes'),
  })

  await setSettings(shop, ['markups.rules', [{ ...asItIs, percent: 50, rounding: 'krona' }]])
  expect((await commands.run('markups', 'preview')).out).toMatch(/FAN +beta +80\.00 EUR +130\.52 EUR +151\.00 EUR/)
  expect(await commands.run('markups', 'apply')).toMatchObject({ code: 0 })
  expect(await prices()).toEqual([{ currency: 'EUR', min_quantity: 1, amount: 15_100 }])
})
