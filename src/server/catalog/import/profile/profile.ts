import { z } from 'zod'
import { FileError } from '../file-error.ts'
import { ownProfileSchema, type OwnProfile } from './own-profile.ts'
import { profileAttribute } from './profile-attribute.ts'
import { profileDocuments } from './profile-documents.ts'
import { productFields } from './profile-fields.ts'
import { deviceNames, relations, setPieces, variants } from './profile-links.ts'
import {
  column,
  fileFormat,
  fileNames,
  numberStyle,
  optionalColumns,
  priceColumns,
  profileDrawing,
  profileName,
} from './profile-parts.ts'
import { supplyFault, supplyFields } from './profile-supply.ts'
import { textRows } from './profile-texts.ts'
import { updateProfileSchema, type UpdateProfile } from './update-profile.ts'

const words = z.strictObject({ en: z.string().min(1), sv: z.string().min(1) })
const chain = z.array(z.string().min(1)).min(1).max(5)
const texts = z.strictObject({
  /**
   * `{column}` is a cell, `{@attribute}` an attribute as shoppers read it; `[…]` is left out when a value in it is
   * empty, and when the name says the same before it.
   */
  name: z.string().min(1),
  prefix: z.string().default(''),
  description: z.string().default(''),
})

/** Units on hand; `values` says what words such as "in stock" stand for. Those of several columns are added up. */
const units = z.int().min(0).max(1_000_000)
const values = z.record(z.string(), units).default({})
const stock = z
  .union([
    units,
    z.strictObject({ column, values }),
    z.strictObject({ columns: z.array(column).min(1).max(50), values }),
  ])
  .default(0)

/** The schema of an import profile, in which a shop owner maps a feed's columns (docs/how-to/import-a-feed.md). */
const profileSchema = z.strictObject({
  name: profileName,
  match: fileNames,
  ...fileFormat,
  /** Columns that together identify a product. */
  id: z.array(column).min(1),
  optional: optionalColumns,
  sku: z.union([z.strictObject({ column }), z.strictObject({ pattern: z.string().includes('{code}') })]),
  texts: z.strictObject({ en: texts, sv: texts }),
  textRows: textRows.optional(),
  brand: z
    .union([
      /** `maker` and `euContact` are columns with the maker and the contact in the EU that product pages must name. */
      z.strictObject({ column, maker: column.optional(), euContact: column.optional() }),
      z.strictObject({ name: z.string().min(1) }),
      /** Takes the brand from the start of the name: the longest match in `brands`, else the first word. */
      z.strictObject({ startOf: column, brands: z.array(z.string()).default([]) }),
    ])
    .optional(),
  /**
   * The chain of names from the main menu down, in which `{column}` is a cell; or the columns with the whole path,
   * whose names are separated by `separator`. `also` separates several paths, of which the first is the main category.
   */
  category: z.union([
    z
      .strictObject({ en: chain, sv: chain })
      .refine(({ en, sv }) => en.length === sv.length, 'must have as many names in English as in Swedish'),
    z.strictObject({
      columns: z.strictObject({ en: column, sv: column.optional() }),
      separator: z.string().min(1).default('>'),
      also: z.string().min(1).optional(),
    }),
    /** Ids of categories that the shop has, the main one first. */
    z.strictObject({ ids: z.strictObject({ column, separator: z.string().min(1).default('|') }) }),
  ]),
  type: z.enum(['standard', 'gift-card']).default('standard'),
  price: priceColumns.optional(),
  /** Prices in further currencies; where none is in the base currency, that price is calculated from `price`. */
  prices: z.array(priceColumns).max(5).default([]),
  ...productFields,
  ...supplyFields,
  /** Rows whose cell is one of `values` are free: their price is 0. In other rows a price of 0 means no price. */
  free: z.strictObject({ column, values: z.array(z.string().min(1)).min(1) }).optional(),
  numbers: numberStyle,
  stock,
  /** Weight in grams; `multiply` is 1000 for a column in kilograms. */
  weight: z
    .union([z.number().min(0), z.strictObject({ column, multiply: z.number().positive().default(1) })])
    .default(0),
  popularity: z.strictObject({ priced: z.int(), unpriced: z.int() }).default({ priced: 0, unpriced: 0 }),
  partNumbers: z
    .array(z.strictObject({ column, kind: z.enum(['maker', 'replaces']), separator: z.string().min(1).default(',') }))
    .default([]),
  /** The column with the id of the row's successor: the part of this feed that replaces it for good. */
  successor: z.strictObject({ column }).optional(),
  variants: variants.optional(),
  set: setPieces.optional(),
  relations,
  devices: deviceNames.optional(),
  discountCategory: z.string().min(1).optional(),
  picture: z
    .union([
      profileDrawing,
      z.strictObject({ column }),
      /** Columns with the addresses of photographs on the internet, the main one first. */
      z.strictObject({
        urls: z.union([column, z.array(column).min(1).max(12)]),
        separator: z.string().min(1).default('|'),
      }),
      /** File names of photographs in the folder that the import was given, the main one first. */
      z.strictObject({
        files: column,
        separator: z.string().min(1).default('|'),
        /** What each photograph shows, in the same order and with the same separator. */
        alt: z.strictObject({ en: column, sv: column }).optional(),
      }),
    ])
    .optional(),
  documents: profileDocuments.optional(),
  attributes: z.array(profileAttribute).default([]),
  /** Whether names, units and words of `attributes` replace those that staff have edited in the console. */
  editedAttributes: z.enum(['keep', 'replace']).default('keep'),
  /** What happens to products that an earlier import of the feed wrote and that it does not have any more. */
  missing: z.enum(['keep', 'hide', 'sold-out']).default('keep'),
  /** What happens to columns that no other setting reads. */
  rest: z.enum(['ignore', 'attributes']).default('ignore'),
})

export type Profile = z.output<typeof profileSchema>
export type AnyProfile = Profile | UpdateProfile | OwnProfile
export type Words = z.output<typeof words>

/** A profile that cannot be used. */
export class ProfileError extends FileError {
  override readonly name = 'ProfileError'
}

/** Parses a profile of products from JSON; `source` names it in error messages. Throws ProfileError. */
export function parseProfile(json: unknown, source: string): Profile {
  const profile = parsedBy(profileSchema, json, source)
  const ids = profile.attributes.map((attribute) => attribute.id)
  const twice = ids.find((id, at) => ids.indexOf(id) !== at)
  if (twice !== undefined) throw unusable(source, `the attribute "${twice}" is there twice`)
  const currencies = [profile.price, ...profile.prices].flatMap((price) => price?.currency ?? [])
  if (new Set(currencies).size < currencies.length || (profile.prices.length > 0 && !profile.price))
    throw unusable(source, 'prices must add currencies to that of price')
  const fault = supplyFault(profile)
  if (fault !== undefined) throw unusable(source, fault)
  const byId = idNeedingSetting(profile)
  if (byId !== undefined && profile.id.length > 1) throw unusable(source, `${byId} needs an id of one column`)
  return profile
}

/** A setting with which rows name others by their id. */
function idNeedingSetting({ successor, variants, set, relations }: Profile): string | undefined {
  if (successor) return 'successor'
  if (variants && 'parent' in variants && variants.parent.by === 'id') return 'variants'
  if (set?.by === 'id') return 'set'
  return relations.some(({ by }) => by === 'id') ? 'relations' : undefined
}

/**
 * Parses a profile of products, one with the setting `update`, of their prices and stock, or one with `own`, of the
 * shop's own files. Throws ProfileError.
 */
export function parseAnyProfile(json: unknown, source: string): AnyProfile {
  const has = (setting: string): boolean => typeof json === 'object' && json !== null && setting in json
  if (has('own')) return parsedBy(ownProfileSchema, json, source)
  return has('update') ? parsedBy(updateProfileSchema, json, source) : parseProfile(json, source)
}

function parsedBy<Output>(schema: z.ZodType<Output>, json: unknown, source: string): Output {
  const parsed = schema.safeParse(json)
  if (parsed.success) return parsed.data
  throw unusable(source, parsed.error.issues.slice(0, 5).map(sentence).join('; '))
}

/** The fault is a phrase for the profile's author, in English as the settings of a profile are. */
export function unusable(profile: string, fault: string): ProfileError {
  return new ProfileError('profile_unusable', { profile, fault })
}

function sentence(issue: z.core.$ZodIssue): string {
  const path = issue.path.join('.') || 'the profile'
  if (issue.code === 'unrecognized_keys') return `${path} has no setting "${issue.keys.join('", "')}"`
  if (issue.code === 'invalid_type')
    return issue.message.includes('received undefined') ? `${path} is missing` : `${path} must be a ${issue.expected}`
  if (issue.code === 'invalid_value')
    return `${path} must be one of ${issue.values.map((value) => JSON.stringify(value)).join(', ')}`
  if (issue.code === 'invalid_union') return `${path} has none of the forms it may have`
  if (issue.code === 'too_small') return `${path} must have at least ${issue.minimum}`
  return `${path} ${issue.message[0]?.toLowerCase() ?? ''}${issue.message.slice(1)}`
}
