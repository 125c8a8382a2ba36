import { groupsColumn } from '../feeds/bmecat-groups.ts'
import { itemMark, type FeedRow } from '../feeds/feed-row.ts'
import { featureNames, withFeatures, type CatalogColumns, type TextsAt } from './feature-columns.ts'

const [minUnits, maxUnits, maxTiers] = [2, 1000, 10]

/** What the elements of BMEcat mean, and its features as columns. Version 1.2 has articles, version 2005 products. */
export function bmecatColumns(kind: 'ARTICLE' | 'PRODUCT', rows: readonly FeedRow[], textsAt: TextsAt): CatalogColumns {
  const details = `${kind}_DETAILS`
  const id = kind === 'ARTICLE' ? 'AID' : 'PID'
  const [short, long] = [`${details}/DESCRIPTION_SHORT`, `${details}/DESCRIPTION_LONG`]
  const [names, descriptions] = [inLanguages('name', short, textsAt), inLanguages('description', long, textsAt)]
  const paths = [
    `SUPPLIER_${id}`,
    `${details}/EAN`,
    `${details}/MANUFACTURER_${id}`,
    `${details}/MANUFACTURER_NAME`,
    ...(names ? [] : [short]),
    ...(descriptions ? [] : [long]),
    groupsColumn,
  ]
  const features = `${kind}_FEATURES/FEATURE`
  const fixed = {
    ...eanIn(`${details}/INTERNATIONAL_PID`, textsAt),
    ...names,
    ...descriptions,
    ...pricesIn(`${kind}_PRICE_DETAILS/${kind}_PRICE`, rows, textsAt),
    ...filesIn('MIME_INFO/MIME', textsAt),
  }
  const named = featureNames(textsAt(`${features}/FNAME`)).map((name) => {
    const feature = `${features}[FNAME="${name}"]`
    return { name, path: `${feature}/FVALUE`, units: textsAt(`${feature}/FUNIT`) }
  })
  const quantities = textsAt(`${kind}_ORDER_DETAILS/PRICE_QUANTITY`)
  return {
    paths: paths.filter((path) => path === groupsColumn || textsAt(path).length > 0),
    ...withFeatures(fixed, named),
    pricesOfSeveral: quantities.filter((quantity) => Number(quantity) !== 1).length,
  }
}

function eanIn(path: string, textsAt: TextsAt): Record<string, string> {
  const type = textsAt(`${path}/@type`).find((each) => /^(?:ean|gtin)/i.test(each))
  return type === undefined ? {} : { ean: `${path}[@type="${type}"]` }
}

/** A column for each language of the shop; for the first language of the file where it has neither. */
function inLanguages(name: string, path: string, textsAt: TextsAt): Record<string, string> | undefined {
  const languages = [...new Set(textsAt(`${path}/@lang`))]
  if (languages.length < 2) return undefined
  const of = (pattern: RegExp) => languages.find((each) => pattern.test(each))
  const [en, sv] = [of(/^en/i), of(/^(?:sv|swe)/i)]
  const column = (key: string, language: string | undefined): Record<string, string> =>
    language === undefined ? {} : { [key]: `${path}[@lang="${language}"]` }
  return (en ?? sv) ? { ...column(`${name} en`, en), ...column(`${name} sv`, sv) } : column(name, languages[0])
}

/** Lists are prices to sell at; a price for this customer is what a part costs. */
const listTypes = [
  { type: /^net_list$/, name: 'price net list' },
  { type: /^gros_list$/, name: 'price gross list' },
  { type: /^nrp$/, name: 'price nrp' },
] as const

function pricesIn(path: string, rows: readonly FeedRow[], textsAt: TextsAt): Record<string, string> {
  const types = [...new Set(textsAt(`${path}/@price_type`))]
  if (types.length === 0) return textsAt(path).length > 0 ? pricesOf('price', path, rows, textsAt) : {}
  const of = (type: string) => `${path}[@price_type="${type}"]`
  const found = listTypes.flatMap(({ type, name }) => {
    const known = types.find((each) => type.test(each))
    return known === undefined ? [] : [pricesOf(name, of(known), rows, textsAt)]
  })
  const costs = types
    .filter((type) => type.startsWith('net_customer'))
    .map((type) => [`cost (${type})`, pricesOf('cost', of(type), rows, textsAt)['cost'] ?? ''])
  return { ...found[0], ...Object.fromEntries(costs) }
}

/** The price of one unit, its currency, and the prices from more units. */
function pricesOf(name: string, path: string, rows: readonly FeedRow[], textsAt: TextsAt): Record<string, string> {
  const hasTiers = rows.some((row) => row.get(`${path}/PRICE_AMOUNT`).includes(itemMark))
  const bounds = [...new Set(textsAt(`${path}/LOWER_BOUND`))].toSorted((one, other) => Number(one) - Number(other))
  const at = (bound: string | undefined) => (hasTiers && bound !== undefined ? `${path}[LOWER_BOUND="${bound}"]` : path)
  const tiers = hasTiers ? bounds.slice(1).filter(isUnits).slice(0, maxTiers) : []
  return {
    [name]: `${at(bounds[0])}/PRICE_AMOUNT`,
    'price currency': `${at(bounds[0])}/PRICE_CURRENCY`,
    ...Object.fromEntries(tiers.map((bound) => [`price from ${Number(bound)}`, `${at(bound)}/PRICE_AMOUNT`])),
  }
}

const isUnits = (bound: string): boolean =>
  Number.isInteger(Number(bound)) && Number(bound) >= minUnits && Number(bound) <= maxUnits

/** Pictures and documents by their types; what has none is nothing that can be told apart. */
function filesIn(path: string, textsAt: TextsAt): Record<string, string> {
  const types = [...new Set(textsAt(`${path}/MIME_TYPE`))]
  const sourceOf = (type: string) => `${path}[MIME_TYPE="${type}"]/MIME_SOURCE`
  const pictures = types.filter((type) => /^image\/(?:jpe?g|png|webp|avif)$/i.test(type))
  // Names of files without an address are documents of a .zip, which somebody has to choose.
  const documents = types
    .filter((type) => /^application\/pdf$/i.test(type))
    .map(sourceOf)
    .filter((source) => textsAt(source).every((text) => text.includes('://')))
  return {
    ...Object.fromEntries(pictures.map((type) => [`picture (${type})`, sourceOf(type)])),
    ...Object.fromEntries(documents.slice(0, 1).map((source) => ['datasheet', source])),
  }
}
