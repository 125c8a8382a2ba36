import type { FileReason } from '../../../../domain/products/file-reasons.ts'
import { plainAmount } from '../../../../i18n/money.ts'
import { kindOf } from '../../../platform/db/kind-of.ts'
import { priceBasis } from '../base-per-unit.ts'
import { categoryNames, skuOwners } from '../definition-queries.ts'
import { FeedError, RowProblem } from '../feeds/feed-row.ts'
import { skuColumn } from '../profile/profile-columns.ts'
import type { Profile, Words } from '../profile/profile.ts'
import type { UpdateProfile } from '../profile/update-profile.ts'
import { readContext, type ContextOptions } from '../read-context.ts'
import { costCurrencies } from '../supply/supply-rules.ts'
import { skuOfRow, updateOfRow } from '../updates/update-of-row.ts'
import { previewRows, problemOf, withoutTaken, type PreviewedRow } from './preview-rows.ts'
import type { Beginning } from './read-beginning.ts'

const previewed = 20

/** Some rows as an import would read them, and why one would refuse the whole file. */
type Preview = { rows: PreviewedRow[]; doubts: FileReason[] }

/** Makes products of the first rows, without writing anything. */
export async function previewProducts(
  profile: Profile,
  { rows }: Pick<Beginning, 'rows'>,
  options: ContextOptions,
): Promise<Preview> {
  const known = await withKnownPrices(withoutPhotos(profile), options)
  const context = await readContext(known.profile, options)
  const names = new Map<string, Partial<Words>>()
  for (const { category_id: id, language, name } of await categoryNames(options.db))
    names.set(id, { ...names.get(id), [language]: name })
  const read = previewRows(known.profile, context, names, rows.slice(0, previewed))
  const skus = read.flatMap((row) => ('sku' in row ? [row.sku] : []))
  const owners = new Map((await skuOwners(options.db, kindOf(options.db), skus)).map(({ sku, id }) => [sku, id]))
  return { rows: withoutTaken(read, owners, skuColumn(profile)), doubts: known.doubts }
}

/** Reads prices and stock of the first rows. Throws FeedError when the currency has no rate. */
export async function previewUpdates(
  profile: UpdateProfile,
  { rows }: Pick<Beginning, 'rows'>,
  { db, now }: ContextOptions,
): Promise<Preview> {
  const rates = { basis: await priceBasis(profile, db, now), currencies: await costCurrencies(db, now) }
  return { rows: rows.slice(0, previewed).map((row) => updateRow(profile, row, rates)), doubts: [] }
}

type Rates = Parameters<typeof updateOfRow>[2]

function updateRow(profile: UpdateProfile, row: Beginning['rows'][number], rates: Rates): PreviewedRow {
  if ('broken' in row) return { row: row.row, ...problemOf(null, row.broken) }
  try {
    const { prices, onHand } = updateOfRow(profile, row, rates)
    const [price] = prices
    return {
      row: row.row,
      sku: skuOfRow(profile, row),
      name: '',
      nameSv: '',
      category: '',
      categorySv: '',
      price: price ? plainAmount(price.amount, price.currency) : '',
      stock: String(onHand ?? ''),
      attributes: '',
    }
  } catch (error) {
    if (!(error instanceof RowProblem)) throw error
    return { row: row.row, ...problemOf(error.column, error.detail) }
  }
}

/** Leaves out photographs, which are looked at when the whole file is checked: until then a row would be rejected. */
function withoutPhotos(profile: Profile): Profile {
  const { picture } = profile
  return picture && ('files' in picture || 'urls' in picture) ? { ...profile, picture: undefined } : profile
}

/** Leaves out prices in a currency that the shop has no rate for; an import would refuse them. */
async function withKnownPrices(profile: Profile, { db, now }: ContextOptions) {
  try {
    await priceBasis(profile, db, now)
    return { profile, doubts: [] }
  } catch (error) {
    if (!(error instanceof FeedError)) throw error
    return { profile: { ...profile, price: undefined }, doubts: [error.detail] }
  }
}
