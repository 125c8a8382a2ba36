import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { listFiles, projectRoot } from './support/source-files.ts'

const money = 'src/i18n/money.ts'
/** The demo catalogue's texts contain watts, pages and the values of gift cards, but no shopper's amounts. */
const isExempt = (file: string) => file === money || file.startsWith('src/tools/demo/')
const writers: readonly (readonly [string, RegExp])[] = [
  ['formats a currency', /style:\s*['"]currency['"]/],
  ['makes a number format', /\bIntl\.NumberFormat\b(?![^)]*style: 'unit')/],
  ["formats in the reader's own way", /\btoLocaleString\(/],
  ['writes two decimals', /\.toFixed\(2\)/],
  [
    'writes a currency after an amount',
    new RegExp(
      /\$\{[^}]*(?:amount|minor|price|total|sum|limit|balance|elsewhere|money|worth)[^}]*\}\s?/.source +
        /(?:kr|SEK|EUR|€|\$\{[^}]*currency)/.source,
      'i',
    ),
  ],
]

/** Plain numbers, such as counts and attributes, have their own function there. */
const mayFormatNumbers = (file: string, what: string) =>
  file === 'src/i18n/formats.ts' && what === 'makes a number format'

function faultsIn(file: string, text: string): string[] {
  return writers
    .filter(([what, pattern]) => pattern.test(text) && !mayFormatNumbers(file, what))
    .map(([what]) => `${file} ${what}`)
}

test('only i18n/money.ts formats amounts: no view, mail, document or command does', () => {
  const files = listFiles('src', ['.ts', '.tsx', '.astro', '.mjs']).filter((file) => !isExempt(file))
  expect(files.flatMap((file) => faultsIn(file, readFileSync(path.join(projectRoot, file), 'utf8')))).toEqual([])
})

test('detects every way of formatting an amount by hand', () => {
  const slips = [
    "new Intl.NumberFormat('sv', {})",
    "{ style: 'currency', currency }",
    'total.toLocaleString(language)',
    '(minor / 100).toFixed(2)',
    '`${amount} SEK`',
    '`${minor / 100} ${currency}`',
  ]
  for (const slip of slips) expect(faultsIn('src/features/cart/Total.tsx', slip)).not.toEqual([])
})
