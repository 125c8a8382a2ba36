import { expect, test } from 'vitest'
import { isExport, withVatText } from '../../src/i18n/vat-texts.ts'

const home = (country: 'SE' | 'NO') => ({ country })

test('a price with VAT says that there is none in it where goods are exported', () => {
  for (const country of ['SE', 'DE', 'FI', 'MC'])
    expect([country, withVatText({ country, home: home('SE') })]).toEqual([country, 'price.including_vat'])
  for (const country of ['NO', 'GB', 'US'])
    expect([country, withVatText({ country, home: home('SE') })]).toEqual([country, 'price.no_vat'])
  expect(isExport({ country: 'NO', home: home('NO') })).toBe(false)
  expect(isExport({ country: 'SE', home: home('NO') })).toBe(true)
})
