import { builtFieldWords as built } from './audit-built-fields.ts'
import type { AuditReader } from './audit-names.ts'
import { recordField } from './audit-record-fields.ts'
import type { TextKey } from './translator.ts'

/** How the log has the value of a field. */
export type AuditValue =
  | 'text'
  | 'amounts'
  | 'attribute_kind'
  | 'attributes'
  | 'category_id'
  | 'choice'
  | 'customer'
  | 'customers'
  | 'ending'
  | 'flag'
  | 'home_money'
  | 'list'
  | 'moment'
  | 'number'
  | 'organization'
  | 'organizations'
  | 'percent'
  | 'prices'
  | 'product_status'
  | 'product_type'
  | 'rule'
  | 'texts'
  | 'typed'
  | 'yes_no'

type AuditField = readonly [label: TextKey, value?: AuditValue]
type AuditFields = Readonly<Record<string, AuditField>>

/** Fields of texts, which the log has once for each language. */
function inLanguages<Name extends string>(
  names: readonly Name[],
  label: (name: `${Name}_sv` | `${Name}_en`) => TextKey,
): AuditFields {
  const both = names.flatMap((name) => [`${name}_sv`, `${name}_en`] as const)
  return Object.fromEntries(both.map((name) => [name, [label(name)]]))
}

const categoryTexts = ['name', 'slug', 'description', 'page_title', 'meta_description'] as const
const category: AuditFields = {
  ...inLanguages(categoryTexts, (name) => `console-catalogue:field.${name}`),
  path_sv: ['console-catalogue:field.slug_sv'],
  path_en: ['console-catalogue:field.slug_en'],
  parent: ['console-catalogue:parent', 'category_id'],
  position: ['console-audit:field.position', 'number'],
  place: ['console-audit:field.position', 'number'],
  menu: ['console-catalogue:menu', 'flag'],
  picture: ['console-audit:field.picture'],
  uri: ['console-catalogue:uri'],
  facts: ['console-catalogue:cards', 'attributes'],
  fits: ['console-catalogue:fits', 'attributes'],
}

/** Records by the kind that the log has of them, and what their forms call each field. */
const fieldsOf: Readonly<Record<string, AuditFields>> = {
  category,
  brand: {
    name: ['console-catalogue:brand_field.name'],
    slug: ['console-catalogue:brand_field.slug'],
    maker: ['console-catalogue:brand_field.maker'],
    eu_contact: ['console-catalogue:brand_field.eu_contact'],
    description_sv: ['console-catalogue:field.description_sv'],
    description_en: ['console-catalogue:field.description_en'],
    id: ['console-audit:field.id'],
  },
  tag: {
    ...inLanguages(['name', 'slug', 'description'] as const, (name) => `console-tags:field.${name}`),
    position: ['console-audit:field.position', 'number'],
    products: ['console-audit:field.products', 'list'],
  },
  device: {
    brand: ['console-catalogue:device_field.brand'],
    series: ['console-catalogue:device_field.series'],
    model: ['console-catalogue:device_field.model'],
    type_numbers: ['console-catalogue:device_field.type_numbers'],
    fits: ['console-catalogue:parts', 'list'],
    slug: ['console-catalogue:brand_field.slug'],
    id: ['console-audit:field.id'],
  },
  attribute: {
    name_sv: ['console-catalogue:field.name_sv'],
    name_en: ['console-catalogue:field.name_en'],
    unit: ['console-catalogue:attribute_field.unit'],
    kind: ['console-catalogue:attribute_field.kind', 'attribute_kind'],
    facet: ['console-catalogue:facet', 'flag'],
    position: ['console-audit:field.position', 'number'],
    place: ['console-audit:field.position', 'number'],
    edited: ['console-audit:field.edited', 'flag'],
  },
  synonym: { words: ['console-search:words', 'list'] },
  trigger: inLanguages(['trigger', 'hint', 'url', 'url_title'] as const, (name) => `console-search:field.${name}`),
  coupon: {
    percentage: ['console-coupons:percent', 'number'],
    amounts: ['console-audit:field.amounts', 'amounts'],
    free_delivery: ['console-coupons:delivery', 'flag'],
    adds_sku: ['console-coupons:gift'],
    minimum_spend: ['console-coupons:column.minimum', 'home_money'],
    groups: ['console-coupons:groups', 'list'],
    excluded_groups: ['console-coupons:excluded', 'list'],
    discount_categories: ['console-coupons:categories', 'list'],
    usage_limit: ['console-coupons:limit', 'number'],
    person_limit: ['console-coupons:person_limit', 'number'],
    customer_id: ['console-audit:field.customer', 'customer'],
    organization_id: ['console-audit:field.organization', 'organization'],
    starts_at: ['console-audit:field.starts_at', 'moment'],
    ends_at: ['console-audit:field.ends_at', 'moment'],
    stopped_at: ['console-coupons:stopped_at', 'moment'],
  },
  price_list: {
    name: ['console-price-lists:name'],
    currency: ['console-price-lists:currency'],
    starts_at: ['console-audit:field.starts_at', 'moment'],
    ends_at: ['console-audit:field.ends_at', 'moment'],
    customers: ['console-price-lists:customers', 'customers'],
    organizations: ['console-price-lists:organizations', 'organizations'],
    rows: ['console-price-lists:column.rows', 'number'],
    version: ['console-audit:field.version', 'number'],
  },
  campaign: {
    name: ['console-prices:name'],
    starts_at: ['console-audit:field.starts_at', 'moment'],
    ends_at: ['console-audit:field.ends_at', 'moment'],
    choice: ['console-prices:section.products', 'choice'],
    rule: ['console-prices:section.price', 'rule'],
    ending: ['console-prices:ending_label', 'ending'],
    products: ['console-prices:column.products', 'number'],
    sku: ['console-prices:deal_sku'],
    percent: ['console-prices:deal_percent', 'number'],
    titles: ['console-audit:field.titles', 'texts'],
  },
  picture: {
    name: ['console-pictures:field.name'],
    alt_sv: ['console-pictures:field.alt_sv'],
    alt_en: ['console-pictures:field.alt_en'],
    picture: ['console-audit:field.picture'],
    crop: ['console-audit:field.crop'],
  },
  product: {
    prices: ['console-audit:field.prices', 'prices'],
    on_hand: ['console-audit:field.on_hand', 'number'],
    pictures: ['console-audit:field.pictures', 'list'],
    documents: ['console-audit:field.documents', 'list'],
    status: ['console-product:field.status', 'product_status'],
    type: ['console-product:new.type', 'product_type'],
    parent: ['console-audit:field.parent'],
    variants: ['console-variants:title', 'list'],
    pieces: ['console-product:field.pieces', 'list'],
  },
}

/** What the forms call a field of the log; undefined where no form has it. */
export function auditFieldWord(kind: string, field: string, reader: AuditReader): string | undefined {
  const { t } = reader
  const known = fieldOf(kind, field)
  if (known) return t(known[0])
  const record = recordField(kind, field)
  if (record) return t(record.key as TextKey)
  return Object.hasOwn(built, kind) ? built[kind]?.(field, reader) : undefined
}

/** What a field of the log is called; one that no form has keeps its name. */
export function auditFieldText(kind: string, field: string, reader: AuditReader): string {
  return auditFieldWord(kind, field, reader) ?? field
}

/** How the log has the value of this field. */
export function auditValueOf(kind: string, field: string): AuditValue {
  if (kind === 'product' && /^(?:price_[A-Z]{3}|campaign_price|weight_grams)$/.test(field)) return 'typed'
  if (kind === 'product' && /^(?:free|weight_assumed|back_in_stock_mails)$/.test(field)) return 'yes_no'
  const all: Readonly<Record<string, AuditValue>> = {
    rates: 'number',
    stock: 'number',
    prices: 'prices',
    vat: 'percent',
  }
  return (Object.hasOwn(all, kind) ? all[kind] : fieldOf(kind, field)?.[1]) ?? 'text'
}

function fieldOf(kind: string, field: string): AuditField | undefined {
  const own = Object.hasOwn(fieldsOf, kind) ? fieldsOf[kind] : undefined
  return own && Object.hasOwn(own, field) ? own[field] : undefined
}
