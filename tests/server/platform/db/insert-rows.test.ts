import { expect, test } from 'vitest'
import { insertRows } from '../../../../src/server/platform/db/bulk.ts'
import { freshShop } from '../../../support/test-shop.ts'

const texts = [
  'plain',
  'quotes \' " and \\ backslashes \\u0041 \\ud800',
  'åäö 🔧 \u00a0\u2028',
  'lines\nand\ttabs',
  '{"json": [1, null]}',
  '$1 ? :name %s',
  '',
]

test('rows of any number are written as they are, those with halves of surrogate pairs too', async () => {
  await using shop = await freshShop({})
  const { db, kind } = shop
  for (const count of [1, 2, 7, 65, 2_001]) {
    const rows = Array.from({ length: count }, (_, at) => ({
      country: `X${count}`,
      vat_class: `${at} ${texts[at % texts.length] ?? ''}`,
      rate: at,
      valid_from: '2026-01-01',
    }))
    await insertRows(db, kind, 'vat_rates', rows)
    const stored = await db
      .selectFrom('vat_rates')
      .select(['country', 'vat_class', 'rate', 'valid_from'])
      .where('country', '=', `X${count}`)
      .orderBy('rate')
      .execute()
    expect(stored).toEqual(rows)
  }
  for (const count of [2, 9]) {
    const country = `H${count}`
    const half = ['a\ud800b', 'c'].flatMap((vat_class) =>
      Array.from({ length: count }, (_, rate) => ({ country, vat_class: `${vat_class}${rate}`, rate, valid_from: '' })),
    )
    await insertRows(db, kind, 'vat_rates', half)
    const stored = await db.selectFrom('vat_rates').select('vat_class').where('country', '=', country).execute()
    expect(stored.map((row) => row.vat_class).toSorted()).toEqual(
      half.map((row) => row.vat_class.toWellFormed()).toSorted(),
    )
  }
})

test('rows that are there stay or are replaced, as the statement says', async () => {
  await using shop = await freshShop({})
  const { db, kind } = shop
  const rows = (rate: number) =>
    ['a', 'b', 'c'].map((vat_class) => ({ country: 'XX', vat_class, rate, valid_from: '2026-01-01' }))
  const rates = async () =>
    (await db.selectFrom('vat_rates').select('rate').where('country', '=', 'XX').execute()).map(({ rate }) => rate)
  await insertRows(db, kind, 'vat_rates', rows(1))
  await insertRows(db, kind, 'vat_rates', rows(2), 'on conflict do nothing')
  expect(await rates()).toEqual([1, 1, 1])
  const key = '(country, vat_class, valid_from)'
  await insertRows(db, kind, 'vat_rates', rows(3), `on conflict ${key} do update set rate = excluded.rate`)
  expect(await rates()).toEqual([3, 3, 3])
  await expect(insertRows(db, kind, 'vat_rates', rows(4))).rejects.toThrow()
})
