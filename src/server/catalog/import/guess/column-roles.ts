import type { Language } from '../../../../domain/places/locales.ts'
import { maxShelfLength } from '../../../../domain/products/shelves.ts'
import type { ColumnFacts } from './column-facts.ts'
import { linkRoles, type LinkRole } from './link-roles.ts'
import { unitsOrWord } from './stock-words.ts'

type Role =
  | 'sku'
  | 'ean'
  | 'maker'
  | 'name'
  | 'description'
  | 'brand'
  | 'sale'
  | 'saleDates'
  | 'price'
  | 'currency'
  | 'priceKind'
  | 'vatIncluded'
  | 'stock'
  | 'availability'
  | 'shelf'
  | 'weight'
  | 'category'
  | 'photos'
  | 'images'
  | 'parent'
  | 'group'
  | LinkRole

const item = '(?:article|art|artikel|item|product|produkt|prod|vara|varu|vare|tuote|tuotteen|nimike)'
const numberWord = '(?:no|nr|number|nummer|num|code|kod|id|nro|numero|koodi|tunnus)'
const language = '(?:-(?:en|sv|eng|swe|english|svenska))?'

/** Matches one of the words between spaces. */
const oneOf = (words: string): string => `(?:${words.replaceAll(' ', '|')})`
const descriptions = oneOf('description beskrivning beskrivelse beschreibung kuvaus tuotekuvaus produkttext text info')
const brands =
  oneOf(
    'brand vendor make maker manufacturer varumarke marke tillverkare fabrikat valmistaja merkki tuotemerkki brandi',
  ) +
  '|merke|maerke|varemerke|varemaerke|produsent|producent' +
  '|hersteller'
const saleWords = oneOf(
  'sale special offer campaign reduced discounted rea kampanj kampanje kampagne extra erbjudande tilbud ' +
    'tilbuds tarjous kampanja aktion aktions angebot angebots sonder',
)
const otherPrices = oneOf(
  '-per- old gammal tidigare inkop innkjop indkob osto hankinta purchase cost kost einkauf rrp msrp veiledende ' +
    'vejledende uvp',
)
const stockWords =
  oneOf(
    'stock qty quantity on-hand lager lagersaldo saldo antal inventory varasto varastossa varastosaldo maara bestand',
  ) +
  '|lagerbestand|beholdning|lagerbeholdning|antall|lagerantall|pa-lager|i-lager|auf-lager' +
  // As the console's own list of products says, whose file comes back from a stocktaking.
  '|own-stock|eget-lager'
const categories = oneOf(
  'category categories kategori kategorier kategoria kategorie varugrupp varegruppe warengruppe tuoteryhma',
)

/** Headings that say that a column has the supplier's own number of each product. */
const supplierNumber = new RegExp(
  '^(?:supplier|vendor|leverantor(?:s|ens)?|leverandor(?:s|ens)?|lieferanten?|toimittajan?|toim|tukun)-?' +
    `(?:(?:${item}|part|sku)-?)?${numberWord}?$|^(?:bestell|best|order|tilaus)-?${numberWord}$`,
)

const shelves =
  oneOf('shelf bin hylla hyllplats hyllfack lagerplats lagerhylla regal lagerplatz lagerfach hyllypaikka') +
  '|(?:shelf|bin|stock)-(?:location|place|label)|pickplats|plockplats'

/** Of the cells that must be what the heading says. */
const minShare = 0.8

/**
 * Headings in English, Swedish and Finnish and the usual ones in Danish, Norwegian and German, and what the cells below
 * them must be.
 */
const roles: Record<Role, { heading: RegExp; fits: (facts: ColumnFacts) => boolean }> = {
  ...linkRoles,
  sku: {
    heading: new RegExp(`^(?:id|sku|article|artikel|${item}-?${numberWord}|supplier-[ap]id)$|${supplierNumber.source}`),
    fits: ({ isUnique, cells }) => isUnique && cells.every((cell) => cell.length <= 60),
  },
  ean: {
    heading: /(?:^|-)(?:ean|gtin|upc|barcode|streckkod|viivakoodi)(?:-?(?:code|kod|nr|no|number|13|\d{1,2}))?$/,
    fits: ({ cells }) => cells.length > 0 && cells.every((cell) => /^[\d\s|,-]{8,}$/.test(cell)),
  },
  maker: {
    heading: new RegExp(
      '(?:^|-)(?:mpn|ean|gtin|upc|barcode|streckkod|viivakoodi)(?:-?\\d{1,2})?(?:-|$)|' +
        '(?:manufacturer|maker|tillverkar|valmistajan|hersteller|produsent|producent)[a-z-]*' +
        '(?:part|sku|no|nr|nro|number|nummer|numero|[ap]id)(?:-|$)',
    ),
    fits: ({ cells }) => cells.every((cell) => cell.length <= 60),
  },
  name: {
    heading: new RegExp(
      `^(?:${item}-?)?(?:name|title|titel|namn|benamning|navn|nimi|bezeichnung)${language}$|` +
        `^(?:product|produkt|tuote|nimike)${language}$|^description-short$`,
    ),
    fits: ({ cells, isNumeric }) => !isNumeric && cells.length > 0,
  },
  description: {
    heading: new RegExp(`^(?:[a-z]+-)?${descriptions}${language}$|^description-long$`),
    fits: ({ isNumeric }) => !isNumeric,
  },
  brand: {
    heading: new RegExp(`^(?:${brands})(?:-(?:name|namn))?$`),
    fits: ({ isNumeric, cells }) => !isNumeric && cells.every((cell) => cell.length <= 80),
  },
  sale: {
    heading: new RegExp(`^${saleWords}-?(?:price|pris|preis|hinta)`),
    fits: ({ cells }) => cells.length > 0 && cells.every((cell) => /\d/.test(cell) && cell.length <= 20),
  },
  saleDates: {
    heading: /^(?:sale|special)-price-effective-date$/,
    fits: ({ cells }) => cells.every((cell) => /^\d{4}-\d\d-\d\d[^/]*\/\d{4}-\d\d-\d\d/.test(cell)),
  },
  price: {
    heading: new RegExp(`^(?!.*(?:${otherPrices}|-(?:type|currency)$))(?:.*(?:price|pris|preis|hinta)|ovh)`),
    fits: ({ cells }) => isMostly(cells, /\d/) && cells.every((cell) => cell.length <= 40),
  },
  currency: {
    heading: /^(?:price-)?(?:currency|valuta|valuutta|wahrung)$/,
    fits: ({ distinct, cells }) => distinct === 1 && cells.every((cell) => /^[A-Za-z]{3}$/.test(cell)),
  },
  priceKind: {
    heading: /^price-type$/,
    fits: ({ distinct }) => distinct === 1,
  },
  vatIncluded: {
    heading: /(?:^|-)(?:tax|taxes|vat)-incl(?:uded)?$|^(?:price-)?incl?(?:udes)?-(?:tax|vat)$/,
    fits: ({ distinct, isYesNo }) => isYesNo && distinct === 1,
  },
  stock: {
    heading: new RegExp(`^(?:in-)?(?:${stockWords})(?:-(?:qty|quantity|saldo))?$`),
    fits: ({ cells }) => isMostly(cells, unitsOrWord),
  },
  availability: {
    heading: new RegExp(
      '^(?:availability|in-stock|tillganglighet|tilgjengelighet|verfugbarkeit|saatavuus|varastotilanne)$|' +
        '^(?:lager|stock|inventory|varasto)-?(?:status|tila)$',
    ),
    fits: ({ distinct, isNumeric }) => !isNumeric && distinct > 0 && distinct <= 10,
  },
  shelf: {
    heading: new RegExp(`^(?:${shelves})(?:-(?:id|name|namn|${numberWord}))?$`),
    fits: ({ cells }) => cells.length > 0 && cells.every((cell) => cell.length <= maxShelfLength),
  },
  weight: {
    heading: new RegExp(
      '^(?:net-|gross-|netto|brutto)?(?:weight|vikt|paino|gewicht|vekt|vaegt)(?:-(?:net|gross|netto|brutto))?' +
        '(?:-(?:kg|g|gram|grams))?$',
    ),
    fits: ({ isNumeric }) => isNumeric,
  },
  category: {
    heading: new RegExp(
      `^(?:(?:product|produkt)-?)?${categories}(?:-(?:path|name))?${language}$|^product-type$|^groups$`,
    ),
    fits: ({ cells, isNumeric }) => !isNumeric && cells.length > 0,
  },
  images: {
    heading: /(?:image|picture|photo|foto|bild|billede|kuva)/,
    fits: ({ cells }) => cells.length > 0 && cells.every((cell) => /^https?:\/\//.test(cell)),
  },
  parent: {
    heading: new RegExp(
      `^(?:parent|huvud|hoved|haupt|paa)-?(?:sku|id|nr|no|${item}(?:-?${numberWord})?)$|^(?:variant|choice)-(?:of|av)$`,
    ),
    fits: ({ isNumeric, cells, distinct }) => distinct > 0 && cells.every((cell) => cell.length <= 60 || isNumeric),
  },
  group: {
    heading: /^(?:item|variant|product|produkt)-group(?:-?id)?$/,
    fits: ({ cells, distinct }) => distinct < cells.length && cells.every((cell) => cell.length <= 60),
  },
  photos: {
    heading: /^(?:image|picture|photo|foto|bild|billede)/,
    fits: ({ cells }) =>
      cells.length > 0 && cells.every((cell) => !cell.includes('://') && /\.(?:jpe?g|png|webp|avif)$/i.test(cell)),
  },
}

/** Tells whether few cells are something else, such as "call us" among prices; their rows are rejected one by one. */
function isMostly(cells: readonly string[], pattern: RegExp): boolean {
  return cells.length > 0 && cells.filter((cell) => pattern.test(cell)).length >= cells.length * minShare
}

export type Roles = Record<Role, ColumnFacts[]>

/** Returns the columns of each role, in the order of the feed; a column has at most one. */
export function columnRoles(facts: readonly ColumnFacts[]): Roles {
  const found = Object.fromEntries(Object.keys(roles).map((role) => [role, []])) as unknown as Roles
  for (const column of facts) {
    const role = Object.entries(roles).find(([, { heading, fits }]) => heading.test(column.plain) && fits(column))
    if (role) found[role[0] as Role].push(column)
  }
  return found
}

const costs = oneOf(
  'inkop innkjop indkob osto hankinta purchase einkauf margin marginal avance tackningsgrad dekningsgrad',
)
const costHeading = new RegExp(`(?:^|-)(?:${costs}|(?:cost|kost|kostnad|kostpris|kostpreis)(?:-|$))`)

/** Tells whether a column is what parts cost the shop, which no page may show. */
export function isCost({ plain }: ColumnFacts): boolean {
  return costHeading.test(plain)
}

/** The language that a heading names. */
export function languageOf({ plain }: ColumnFacts): Language | undefined {
  if (/-(?:sv|swe|svenska)$/.test(plain)) return 'sv'
  return /-(?:en|eng|english)$/.test(plain) ? 'en' : undefined
}
