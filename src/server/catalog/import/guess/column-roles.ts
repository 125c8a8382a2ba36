import type { Language } from '../../../../domain/places/locales.ts'
import type { ColumnFacts } from './column-facts.ts'

type Role = 'sku' | 'maker' | 'name' | 'description' | 'brand' | 'price' | 'stock' | 'weight' | 'category' | 'photos'

const item = '(?:article|art|artikel|item|product|produkt|prod|vara|varu)'
const numberWord = '(?:no|nr|number|nummer|num|code|kod|id)'
const language = '(?:-(?:en|sv|eng|swe|english|svenska))?'

/** Headings in English and Swedish, and what the cells below them must be. */
const roles: Record<Role, { heading: RegExp; fits: (facts: ColumnFacts) => boolean }> = {
  sku: {
    heading: new RegExp(`^(?:sku|article|artikel|${item}-?${numberWord})$`),
    fits: ({ isUnique, cells }) => isUnique && cells.every((cell) => cell.length <= 60),
  },
  maker: {
    heading:
      /mpn|ean|gtin|upc|barcode|streckkod|(?:manufacturer|maker|tillverkar)[a-z-]*(?:part|sku|no|nr|number|nummer)/,
    fits: ({ cells }) => cells.every((cell) => cell.length <= 60),
  },
  name: {
    heading: new RegExp(
      `^(?:${item}-?)?(?:name|title|titel|namn|benamning)${language}$|^(?:product|produkt)${language}$`,
    ),
    fits: ({ cells, isNumeric }) => !isNumeric && cells.length > 0,
  },
  description: {
    heading: new RegExp(`^(?:[a-z]+-)?(?:description|beskrivning|produkttext|text|info)${language}$`),
    fits: ({ isNumeric }) => !isNumeric,
  },
  brand: {
    heading: /^(?:brand|make|maker|manufacturer|varumarke|marke|tillverkare|fabrikat)(?:-(?:name|namn))?$/,
    fits: ({ isNumeric, cells }) => !isNumeric && cells.every((cell) => cell.length <= 80),
  },
  price: {
    heading: /^(?!.*(?:-per-|old|gammal|tidigare|inkop|purchase|cost|kostnad|rrp|msrp)).*(?:price|pris)/,
    fits: ({ cells }) => cells.length > 0 && cells.every((cell) => /\d/.test(cell) && cell.length <= 20),
  },
  stock: {
    heading:
      /^(?:in-)?(?:stock|qty|quantity|on-hand|lager|lagersaldo|saldo|antal|inventory)(?:-(?:qty|quantity|saldo))?$/,
    fits: ({ isNumeric }) => isNumeric,
  },
  weight: {
    heading: /^(?:net-|gross-|netto|brutto)?(?:weight|vikt)(?:-(?:kg|g|gram|grams))?$/,
    fits: ({ isNumeric }) => isNumeric,
  },
  category: {
    heading: new RegExp(
      `^(?:(?:product|produkt)-?)?(?:category|categories|kategori|kategorier|varugrupp)(?:-path)?${language}$`,
    ),
    fits: ({ cells, isNumeric }) => !isNumeric && cells.length > 0,
  },
  photos: {
    heading: /^(?:image|picture|photo|bild)/,
    fits: ({ cells }) =>
      cells.length > 0 && cells.every((cell) => !cell.includes('://') && /\.(?:jpe?g|png|webp|avif)$/i.test(cell)),
  },
}

export type Roles = Record<Role, ColumnFacts[]>

/** Returns the columns of each role, in the order of the feed; a column has at most one. */
export function columnRoles(facts: readonly ColumnFacts[]): Roles {
  const found: Roles = {
    sku: [],
    maker: [],
    name: [],
    description: [],
    brand: [],
    price: [],
    stock: [],
    weight: [],
    category: [],
    photos: [],
  }
  for (const column of facts) {
    const role = Object.entries(roles).find(([, { heading, fits }]) => heading.test(column.plain) && fits(column))
    if (role) found[role[0] as Role].push(column)
  }
  return found
}

/** The language that a heading names. */
export function languageOf({ plain }: ColumnFacts): Language | undefined {
  if (/-(?:sv|swe|svenska)$/.test(plain)) return 'sv'
  return /-(?:en|eng|english)$/.test(plain) ? 'en' : undefined
}
