import type { Bar } from './figure.ts'
import { makeDevices, makeProduct, makers } from './million-products.ts'

const devices = makeDevices()
export const twoOrThreeWords = 'two or three partial words'

/** A kind of search: `query` makes texts of the names and numbers of the products of million-products.ts. */
export type SearchClass = {
  name: string
  bars: { p50?: Bar; p99?: Bar }
  query: (draw: (below: number) => number, products: number) => string
}

export const searchClasses: readonly SearchClass[] = [
  { name: twoOrThreeWords, bars: { p50: { atMost: 5 }, p99: { atMost: 30 } }, query: partialWords },
  {
    name: 'one beginning of two to five letters',
    bars: {},
    query: (draw, products) => (pick(draw, titleOf(draw, products)) ?? '').slice(0, 2 + draw(4)),
  },
  { name: 'part of a SKU or number', bars: { p99: { atMost: 60 } }, query: pieceOfNumber },
  { name: 'whole part number', bars: {}, query: (draw, products) => makeProduct(draw(products), devices).sku },
  { name: 'a word with one typo beside another', bars: { p99: { atMost: 60 } }, query: typo },
  {
    name: 'words that many have and none together',
    bars: { p99: { atMost: 60 } },
    query: severalMakers,
  },
  { name: 'nothing like it', bars: {}, query: (draw) => `qx${draw(1e9).toString(36)}zz wq${draw(1e9).toString(36)}` },
]

/** Two to five makers in any order: a product has one. */
function severalMakers(draw: (below: number) => number): string {
  const left = makers.map((maker) => maker.toLowerCase())
  return Array.from({ length: 2 + draw(4) }, () => left.splice(draw(left.length), 1)).join(' ')
}

function titleOf(draw: (below: number) => number, products: number): string[] {
  return makeProduct(draw(products), devices).names[draw(2) === 0 ? 'en' : 'sv'].split(' ')
}

function pick<Item>(draw: (below: number) => number, items: readonly Item[]): Item | undefined {
  return items[draw(items.length)]
}

function partialWords(draw: (below: number) => number, products: number): string {
  const title = titleOf(draw, products)
  const start = draw(Math.max(1, title.length - 3))
  return title
    .slice(start, start + 2 + draw(2))
    .map((word) => word.slice(0, 3 + draw(5)))
    .join(' ')
}

function pieceOfNumber(draw: (below: number) => number, products: number): string {
  const { sku, numbers } = makeProduct(draw(products), devices)
  const number = pick(draw, [sku, ...numbers]) ?? sku
  const start = draw(Math.max(1, number.length - 5))
  return number.slice(start, start + 4 + draw(3))
}

function typo(draw: (below: number) => number, products: number): string {
  const words = titleOf(draw, products)
  const at = words.findIndex((word) => /^[a-zåäö]{5,}$/i.test(word))
  const word = words[Math.max(at, 0)] ?? 'battery'
  const wrong = 1 + draw(word.length - 2)
  const swapped = word.slice(wrong + 1, wrong + 2) + word.slice(wrong, wrong + 1)
  const typed = word.slice(0, wrong) + (pick(draw, ['', 'x', swapped]) ?? '') + word.slice(wrong + 2)
  return `${typed} ${words[at === 0 ? 1 : 0] ?? ''}`
}
