import type { CurrencyCode } from '../../../domain/money/currencies.ts'
import type { Language } from '../../../domain/places/locales.ts'
import type { AttributeKind } from '../../../domain/products/attribute-kinds.ts'
import { amountCell } from '../../../i18n/money.ts'
import { RowProblem } from '../import/feeds/feed-row.ts'
import { limitedText, longText } from '../import/rows/cell-text.ts'
import { refuseOtherKind } from '../import/rows/refuse-other-kind.ts'
import type { ProductRecord, ProductTexts } from '../maintenance/product-record.ts'
import { parseAmount, parseItems, listCell, parseInteger, parseYes } from './own-cells.ts'
import type { OwnColumn } from './own-column.ts'
import type { OwnNames } from './own-names.ts'

const max = 1_000_000

const yes = (is: boolean | undefined): string => (is ? 'yes' : 'no')
const orNull = (text: string): string | null => (text === '' ? null : text)

/** A column with a text of its own name. */
export function text(
  name: string,
  key: keyof ProductRecord & ('sku' | 'vat_class' | 'decoration'),
  maxLength: number,
): OwnColumn {
  return {
    name,
    write: (record) => record[key],
    read: (cell) => ({ [key]: limitedText(cell, name, maxLength) }),
  }
}

export function nullable(name: string, key: 'group_id' | 'discount_category' | 'feed'): OwnColumn {
  return {
    name,
    write: (record) => record[key] ?? '',
    read: (cell) => ({ [key]: orNull(limitedText(cell, name, 120)) }),
  }
}

/** A weight that somebody changes is no longer an assumption. */
export const weightColumn: OwnColumn = {
  name: 'weight_grams',
  write: (record) => String(record.weight_grams),
  read: (cell, { weight_grams: before, weight_assumed: assumed }) => {
    const grams = parseInteger(cell, 'weight_grams', max)
    return { weight_grams: grams, weight_assumed: assumed && grams === before }
  },
}

export function whole(name: string, key: 'group_size' | 'popularity' | 'position'): OwnColumn {
  return {
    name,
    write: (record) => String(record[key]),
    read: (cell) => ({ [key]: parseInteger(cell, name, max) }),
  }
}

export function flag(name: string, key: 'free' | 'notifyable' | 'weight_assumed'): OwnColumn {
  return { name, write: (record) => yes(record[key]), read: (cell) => ({ [key]: parseYes(cell, name) }) }
}

const textLengths = { name: 250, prefix: 120, slug: 250, label: 120, description: 20_000 } as const

/** The texts of a product with one changed, cleaned as cells are; throws RowProblem for one that cannot be taken. */
export function withText(
  texts: ProductRecord['texts'],
  key: keyof ProductTexts,
  language: Language,
  cell: string,
): ProductRecord['texts'] {
  const name = `${key}_${language}`
  const read = key === 'description' ? longText : limitedText
  const value = read(cell, name, textLengths[key])
  if (value === '' && key === 'name') throw new RowProblem(name, 'needs_name')
  return { ...texts, [language]: { ...texts[language], [key]: value } }
}

export function textColumn(key: keyof ProductTexts, language: Language): OwnColumn {
  const name = `${key}_${language}`
  return {
    name,
    write: ({ texts }) => texts[language][key],
    read: (cell, { texts }) => ({ texts: withText(texts, key, language, cell) }),
  }
}

/** The prices in one currency as a cell: `149.00|10: 129.00`. */
export function priceCell(prices: ProductRecord['prices'], currency: CurrencyCode): string {
  return prices
    .filter((price) => price.currency === currency)
    .map(({ min_quantity: from, amount }) => (from > 1 ? `${from}: ${amountCell(amount)}` : amountCell(amount)))
    .join('|')
}

export function priceColumn(currency: CurrencyCode): OwnColumn {
  const name = `price_${currency}`
  return {
    name,
    write: ({ prices }) => priceCell(prices, currency),
    read: (cell, { prices }) => ({
      prices: [
        ...prices.filter((price) => price.currency !== currency),
        ...parseItems(cell).map((item) => priceOf(item, currency, name)),
      ].toSorted(byCurrency),
    }),
  }
}

type Price = ProductRecord['prices'][number]

/** The order in which stored prices are read. */
function byCurrency(one: Price, other: Price): number {
  if (one.currency === other.currency) return one.min_quantity - other.min_quantity
  return one.currency < other.currency ? -1 : 1
}

function priceOf(item: string, currency: CurrencyCode, column: string): Price {
  const [, from, amount = ''] = /^(?:(\d{1,6})\s*:\s*)?(.*)$/s.exec(item) ?? []
  return { currency, min_quantity: from === undefined ? 1 : Number(from), amount: parseAmount(amount, column) }
}

export function altColumn(language: Language): OwnColumn {
  const name = `picture_texts_${language}`
  return {
    name,
    write: ({ picture_alts: alts }) => listCell(alts?.[language] ?? []),
    read: (cell, { picture_alts: alts, picture_ids: ids }) => {
      const read = parseItems(cell).map((item) => limitedText(item, name, 250))
      const all = { en: alts?.en ?? [], sv: alts?.sv ?? [], [language]: ids.map((_, at) => read[at] ?? '') }
      return { picture_alts: [...all.en, ...all.sv].every((alt) => alt === '') ? undefined : all }
    },
  }
}

/** Numbers are stored with a point, and may be written with a comma. */
const ofKind = (text: string, kind: AttributeKind): string =>
  kind === 'number' ? text.replace(/^(-?\d+),(\d+)$/, '$1.$2') : text

/** The column of an attribute, named by its id. */
export function attributeColumn({ id, kind }: OwnNames['attributes'][number]): OwnColumn {
  const name = `attribute:${id}`
  return {
    name,
    write: ({ attributes }) =>
      listCell(attributes.filter(({ attribute_id: each }) => each === id).map(({ value }) => value)),
    read: (cell, { attributes }) => {
      const values = parseItems(cell).map((item) => ofKind(limitedText(item, name, 250), kind))
      for (const value of values) refuseOtherKind(value, kind, name)
      const own = values.map((value) => ({ attribute_id: id, value }))
      const first = attributes.findIndex(({ attribute_id: each }) => each === id)
      const others = attributes.filter(({ attribute_id: each }) => each !== id)
      const at = first === -1 ? others.length : first
      return { attributes: [...others.slice(0, at), ...own, ...others.slice(at)] }
    },
  }
}
