import { expect, test } from 'vitest'
import { importFieldText, importValueText } from '../../src/i18n/import-change-words.ts'
import { translator } from '../../src/i18n/translator.ts'
import { sweden } from '../support/homes.ts'

const t = translator('sv')
const names = { 'attribute width': 'Bredd', 'category lamps': 'Lampor' }
const field = (name: string) => importFieldText(name, t, names)
const value = (name: string, text: string) =>
  importValueText(name, text, { t, language: 'sv', home: sweden, names }).replaceAll('\u00a0', ' ')

test('what an import changes is called as the page of the product calls it', () => {
  const fields = [
    ['article number', 'Artikelnummer'],
    ['name (en)', 'Namn (engelska)'],
    ['main category', 'Huvudkategori'],
    ['price in SEK', 'Pris (SEK)'],
    ['price in SEK from 10', 'Pris (SEK) från 10 st'],
    ['price', 'Pris'],
    ['price from 10', 'Pris från 10 st'],
    ['reduced price in SEK', 'Kampanjpris (SEK)'],
    ['reduced until', 'Sista dagen'],
    ['attribute width', 'Bredd'],
    ['attribute gone', 'gone'],
    ['part numbers', 'Nummer'],
    ['cost of acme', 'Inköpspris hos acme'],
    ['price from cost of acme', 'Priset följer inköpspriset hos acme'],
    ['something new', 'something new'],
  ]
  expect(fields.map(([name = '']) => [name, field(name)])).toEqual(fields)
})

test('its values are amounts, days and names as the reader writes them', () => {
  expect([value('price in SEK', '1234.50 SEK'), value('cost of acme', '-0.05 EUR')]).toEqual(['1 234,50 kr', '−0,05 €'])
  expect(value('categories', 'lamps, gone')).toBe('Lampor, gone')
  expect([value('free', 'yes'), value('status', 'draft')]).toEqual(['Ja', 'Utkast'])
  expect(value('name (sv)', '1234.50 CHF')).toBe('1234.50 CHF')
})
