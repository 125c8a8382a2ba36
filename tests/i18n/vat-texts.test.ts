import { expect, test } from 'vitest'
import { translator } from '../../src/i18n/translator.ts'
import { exportText, isExport, withVatText } from '../../src/i18n/vat-texts.ts'

const home = (country: 'SE' | 'NO') => ({ country })

test('a price with VAT says that there is none in it where goods are exported', () => {
  for (const country of ['SE', 'DE', 'FI', 'MC'])
    expect([country, withVatText({ country, home: home('SE') })]).toEqual([country, 'price.including_vat'])
  for (const country of ['NO', 'GB', 'US'])
    expect([country, withVatText({ country, home: home('SE') })]).toEqual([country, 'price.no_vat'])
  expect(isExport({ country: 'NO', home: home('NO') })).toBe(false)
  expect(isExport({ country: 'SE', home: home('NO') })).toBe(true)
})

test('an export says who may ask for VAT, unless some was charged or nothing is sent', () => {
  const sold = { country: 'NO', delivery: { kind: 'home' as const }, isReverseCharged: false }
  const told = (changes: Partial<typeof sold> | { delivery: { kind: 'mail' } }, vat = 0) => {
    const totals = { total: { inc: 10_000, ex: 10_000 - vat } }
    return exportText({ ...sold, ...changes, totals }, { home: home('SE'), language: 'en' }, translator('en')) !== ''
  }
  expect(told({})).toBe(true)
  expect(told({}, 2_000), 'an order from when VAT was charged').toBe(false)
  expect([told({ country: 'DE' }), told({ delivery: { kind: 'mail' } }), told({ isReverseCharged: true })]).toEqual([
    false,
    false,
    false,
  ])
})
