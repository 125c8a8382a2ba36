import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'

const kinds = ['Battery', 'Screen', 'Keyboard', 'Fan', 'Hinge', 'Charger', 'Memory', 'Drive', 'Cable', 'Board'] as const
const brands = ['Nordkraft', 'Veltron', 'Amperia', 'Kisel', 'Polstern', 'Torvex', 'Lumira', 'Brisk', 'Halden', 'Ostra']
const series = ['Aero', 'Basalt', 'Cirrus', 'Dovre', 'Ekko', 'Fjord', 'Granit', 'Havre', 'Isola', 'Jarl']
const colours = ['black', 'white', 'silver', 'blue', 'red']
const columns = ['sku', 'brand', 'name', 'model', 'colour', 'watt', 'length', 'price', 'stock']

/**
 * Writes a feed with this many rows as one file per kind of part, with their profiles in the data folder; @returns the
 * files.
 */
export function writeFeed(dataFolder: string, rows: number): string[] {
  const [feeds, profiles] = [path.join(dataFolder, 'feeds'), path.join(dataFolder, 'profiles')]
  mkdirSync(feeds, { recursive: true })
  mkdirSync(profiles, { recursive: true })
  return kinds.map((kind, at) => {
    const name = `bench-${kind.toLowerCase()}`
    writeFileSync(path.join(profiles, `${name}.json`), JSON.stringify(profileOf(name, kind)))
    const count = Math.floor(rows / kinds.length) + (at < rows % kinds.length ? 1 : 0)
    const lines = Array.from({ length: count }, (_, row) => rowOf(kind, at, row))
    const file = path.join(feeds, `${name}.csv`)
    writeFileSync(file, `${[columns.join(','), ...lines].join('\n')}\n`)
    return file
  })
}

/**
 * Writes a feed with new prices and stock for at most 100,000 of those products, and its profile; @returns the file.
 * Each `round` has other prices than the one before.
 */
export function writeStockFeed(dataFolder: string, rows: number, round = 0): string {
  const name = 'bench-stock'
  const price = { column: 'price', currency: 'SEK', vat: 'inc' }
  const profile = { name, match: [`${name}.csv`], update: { sku: 'sku' }, price, stock: { column: 'stock' } }
  writeFileSync(path.join(dataFolder, 'profiles', `${name}.json`), JSON.stringify(profile))
  const count = Math.min(rows, 100_000)
  const lines = Array.from({ length: count }, (_, at) => {
    const kind = at % kinds.length
    const sku = skuOf(kinds[kind] ?? '', kind, Math.floor(at / kinds.length))
    return `${sku},${100 + ((at + round) % 900)}.50,${(at + round) % 80}`
  })
  const folder = path.join(dataFolder, 'feeds', `round-${round}`)
  mkdirSync(folder, { recursive: true })
  const file = path.join(folder, `${name}.csv`)
  writeFileSync(file, `${['sku,price,stock', ...lines].join('\n')}\n`)
  return file
}

const skuOf = (kind: string, at: number, row: number): string => `${kind.slice(0, 2).toUpperCase()}${at}-${row}`

function rowOf(kind: string, at: number, row: number): string {
  const brand = pick(brands, row)
  const model = `${pick(series, Math.floor(row / 10))} ${100 + (row % 900)}${'ABCDEFGH'[row % 8] ?? ''}`
  const watt = 5 * (1 + ((row * 7) % 40))
  const name = `${brand} ${kind.toLowerCase()} ${model} ${watt} W ${pick(colours, row * 3)}`
  const price = row % 20 === 0 ? '' : (19 + ((row * 37) % 4000) + 0.5).toFixed(2)
  return [
    skuOf(kind, at, row),
    brand,
    name,
    model,
    pick(colours, row * 3),
    watt,
    10 + (row % 190),
    price,
    row % 7 === 0 ? 0 : row % 60,
  ].join(',')
}

const pick = (list: readonly string[], at: number): string => list[at % list.length] ?? ''

function profileOf(name: string, kind: string): unknown {
  const texts = { name: '{name}' }
  const attribute = (
    column: string,
    kindOfValue: 'text' | 'number',
    unit: string,
    en: string,
    sv: string,
  ): unknown => ({ id: `bench_${column}`, column, en, sv, unit, facet: true, kind: kindOfValue })
  return {
    name,
    match: [`${name}.csv`],
    id: ['sku'],
    sku: { column: 'sku' },
    texts: { en: texts, sv: texts },
    brand: { column: 'brand' },
    category: { en: ['Bench parts', `${kind} parts`], sv: ['Bänkdelar', `${kind}-delar`] },
    price: { column: 'price', currency: 'EUR', vat: 'inc', sekPerUnit: 11.2 },
    stock: { column: 'stock' },
    partNumbers: [{ column: 'model', kind: 'maker' }],
    attributes: [
      attribute('colour', 'text', '', 'Colour', 'Färg'),
      attribute('watt', 'number', 'W', 'Power', 'Effekt'),
      attribute('length', 'number', 'cm', 'Length', 'Längd'),
    ],
  }
}
