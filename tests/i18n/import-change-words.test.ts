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
    ['reduced from', 'Kampanjens första dag'],
    ['reduced until', 'Kampanjens sista dag'],
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

test('a text stays as the file has it, though it looks like an amount or an answer', () => {
  expect([value('name (en)', 'yes'), value('label (sv)', '12.00 SEK'), value('brand', 'yes')]).toEqual([
    'yes',
    '12.00 SEK',
    'yes',
  ])
})

test('words that reports write in English are those of the reader', () => {
  expect([value('attribute wireless', 'yes'), value('attribute wireless', 'no')]).toEqual(['Ja', 'Nej'])
  expect([value('weight', '250 g (assumed)'), value('weight', '250 g')]).toEqual(['250 g (antagen)', '250 g'])
  expect([value('VAT class', 'standard'), value('VAT class', 'own')]).toEqual(['Normal', 'own'])
  expect(value('relations', 'accessory FAN, successor BAT')).toBe('Tillbehör FAN, Efterföljare BAT')
})
