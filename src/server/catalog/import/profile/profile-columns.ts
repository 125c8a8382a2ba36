import { nameTemplate } from './name-template.ts'
import type { Profile } from './profile.ts'
import { updateColumns, type UpdateProfile } from './update-profile.ts'

/** Returns every column that a profile reads. */
export function profileColumns(profile: Profile): string[] {
  const { id, sku, texts, brand, price, stock, weight, partNumbers, successor } = profile
  const { devices, picture, attributes, free, category } = profile
  const named = [
    sku,
    stock,
    weight,
    devices,
    picture,
    free,
    successor,
    ...(brand && 'column' in brand ? [brand] : []),
    price,
    ...(price?.tiers ?? []),
    ...partNumbers,
    ...attributes,
  ].flatMap((part) => (typeof part === 'object' && 'column' in part ? [part.column] : []))
  const written = [texts.en, texts.sv]
    .flatMap(({ name, description }) => [name, description])
    .flatMap((text) => nameTemplate(text).columns)
  const categories =
    'columns' in category
      ? Object.values(category.columns)
      : [...category.en, ...category.sv].flatMap((text) => nameTemplate(text).columns)
  const files = picture && 'files' in picture ? [picture.files, ...Object.values(picture.alt ?? {})] : []
  return [
    ...new Set([
      ...id,
      ...named,
      ...categories,
      ...files,
      ...(brand && 'startOf' in brand ? [brand.startOf] : []),
      ...written,
    ]),
  ]
}

/**
 * Explains why a feed with these columns does not fit the profile; undefined when it fits. `columnName` is the name
 * that the feed's columns have for a column of the profile.
 */
export function missingColumns(
  profile: Profile | UpdateProfile,
  columns: ReadonlySet<string>,
  columnName: (column: string) => string,
): string | undefined {
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
  return (
    `The feed has no column ${list(missing)}, which the profile ${profile.name} reads. Its columns are ` +
    `${list(columns)}.`
  )
}

/** Returns the SKU column, or null where the profile computes the SKU. */
export function skuColumn({ sku }: Profile): string | null {
  return 'column' in sku ? sku.column : null
}
