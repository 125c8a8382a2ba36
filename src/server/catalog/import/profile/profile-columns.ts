import { nameTemplate } from './name-template.ts'
import { textColumns } from './profile-texts.ts'
import type { Profile } from './profile.ts'
import { updateColumns, type UpdateProfile } from './update-profile.ts'

/** Returns every column that a profile reads. */
export function profileColumns(profile: Profile): string[] {
  const {
    id,
    texts,
    textRows,
    brand,
    category,
    picture,
    documents,
    variants,
    campaign,
    xml: _paths,
    ...others
  } = profile
  const templates = [
    ...[texts.en, texts.sv].flatMap(({ name, description }) => [name, description]),
    ...(variants ? Object.values(variants.label) : []),
    ...(variants && 'group' in variants ? Object.values(variants.name ?? {}) : []),
    ...('en' in category ? [...category.en, ...category.sv] : []),
  ]
  return [
    ...new Set([
      ...id,
      ...[brand, category, picture, variants, others].flatMap(columnsIn),
      ...Object.values(campaign ?? {}),
      ...textColumns(textRows),
      ...pictureColumns(picture),
      ...documentColumns(documents),
      ...brandColumns(brand),
      ...templates.flatMap((text) => nameTemplate(text).columns),
    ]),
  ]
}

function brandColumns(brand: Profile['brand']): string[] {
  if (brand && 'startOf' in brand) return [brand.startOf]
  return brand && 'column' in brand ? [brand.maker, brand.euContact].filter((column) => column !== undefined) : []
}

function pictureColumns(picture: Profile['picture']): string[] {
  if (picture && 'urls' in picture) return [picture.urls].flat()
  return picture && 'files' in picture ? [picture.files, ...Object.values(picture.alt ?? {})] : []
}

function documentColumns(documents: Profile['documents']): string[] {
  if (!documents) return []
  const titles = Object.values(documents.title ?? {})
  return [...('urls' in documents ? [documents.urls].flat() : [documents.files]), ...titles]
}

/** What is called `column` or `columns` in a setting, at any depth; `values` are what cells have. */
function columnsIn(setting: unknown): string[] {
  if (typeof setting !== 'object' || setting === null) return []
  return Object.entries(setting).flatMap(([key, value]) => {
    if (key === 'values') return []
    if (key === 'column' && typeof value === 'string') return [value]
    return key === 'columns' ? Object.values(value as Record<string, string>) : columnsIn(value)
  })
}

/**
 * Returns what a feed with these columns lacks for the profile, as the values of `columns_missing`; undefined when it
 * fits. `columnName` is the name that the feed's columns have for a column of the profile.
 */
export function missingColumns(
  profile: Profile | UpdateProfile,
  columns: ReadonlySet<string>,
  columnName: (column: string) => string,
): { columns: string; profile: string; known: string } | undefined {
  const wanted = 'update' in profile ? updateColumns(profile) : profileColumns(profile)
  const missing = wanted.filter(
    (column) => !columns.has(column) && !columns.has(columnName(column)) && !profile.optional.includes(column),
  )
  if (missing.length === 0) return undefined
  const list = (names: Iterable<string>) =>
    [...names]
      .slice(0, 20)
      .map((name) => `"${name.slice(0, 40)}"`)
      .join(', ')
  return { columns: list(missing), profile: profile.name, known: list(columns) }
}

/** Returns the SKU column, or null where the profile computes the SKU. */
export function skuColumn({ sku }: Profile): string | null {
  return 'column' in sku ? sku.column : null
}
