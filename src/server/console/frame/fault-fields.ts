import type { Fields } from '../../platform/http/read-form.ts'
import type { ConsoleFault } from './fault-texts.ts'

/** What forms call the fields that a fault is about, where it does not name one itself. */
const fieldsOfFaults: Partial<Record<ConsoleFault, readonly string[]>> = {
  catalog_name: ['name_sv', 'name_en'],
  catalog_address: ['slug', 'slug_sv', 'slug_en'],
  catalog_address_taken: ['slug_sv', 'slug_en', 'parent'],
  catalog_brand_name: ['name'],
  catalog_brand_taken: ['slug'],
  catalog_attribute_name: ['name_sv', 'name_en'],
  catalog_attribute_id: ['id'],
  catalog_attribute_taken: ['id'],
  catalog_attribute: ['fact_1'],
  catalog_kind: ['kind'],
  catalog_unit: ['unit'],
  catalog_device_name: ['brand', 'model'],
  catalog_device_taken: ['model'],
  catalog_numbers: ['skus'],
  catalog_skus: ['skus'],
  catalog_uri: ['uri'],
  catalog_picture: ['picture'],
  catalog_category: ['parent', 'into'],
  catalog_loop: ['parent', 'into'],
  catalog_deep: ['parent'],
  catalog_children: ['into'],
  search_phrase: ['phrase'],
  search_one_word: ['phrase'],
  search_words: ['words'],
  search_meaning: ['words'],
  search_trigger: ['trigger_sv', 'trigger_en'],
  search_hint: ['hint_sv', 'hint_en'],
  coupon_code: ['code'],
  coupon_taken: ['code'],
  coupon_empty: ['percent'],
  coupon_percent: ['percent'],
  coupon_period: ['until'],
  coupon_targets: ['groups', 'excluded', 'categories'],
  coupon_limit: ['limit'],
  coupon_personal: ['customer'],
  coupon_customer: ['customer'],
  coupon_organization: ['organization'],
  campaign_name: ['name'],
  campaign_past: ['start_day'],
  campaign_period: ['end_day'],
  deal_product: ['sku'],
  deal_titles: ['title_sv', 'title_en'],
  deal_end: ['end_day'],
  deal_overlap: ['start_day', 'end_day'],
  price_percent: ['value', 'percent'],
  price_amount: ['value'],
  price_band: ['from'],
  price_too_many_skus: ['skus'],
  price_all_products: ['skus'],
  price_products_unknown: ['skus', 'sku', 'category', 'brand'],
  price_none_changed: ['value', 'percent'],
  vat_country: ['country'],
  vat_untaxed: ['country'],
  vat_class: ['class'],
  vat_day: ['from'],
  vat_day_over: ['from'],
  vat_day_far: ['from'],
  vat_percent: ['percent'],
  vat_there: ['from'],
  price_list_name: ['name'],
  price_list_period: ['until'],
  price_list_organization: ['organizations'],
  price_list_customer: ['customers'],
  price_list_no_rows: ['rows'],
  price_list_too_many: ['rows'],
  price_list_file: ['file'],
  price_list_row_sku: ['sku', 'rows'],
  price_list_row_unknown: ['sku', 'rows'],
  price_list_row_quantity: ['quantity', 'rows'],
  price_list_row_amount: ['price', 'rows'],
  price_list_row_twice: ['rows'],
  picture_unnamed: ['name'],
  picture_kind: ['file'],
  picture_pixels: ['file'],
  picture_broken: ['file'],
  picture_too_large: ['file'],
  picture_name: ['file'],
  import_file_missing: ['file'],
}

type Values = Readonly<Record<string, string | number>>

/**
 * The field of a form that a fault is about. Of several that were sent, the one whose text or language the fault names;
 * else the first that is empty, else the longest.
 */
export function fieldOfFault(fault: ConsoleFault, values: Values, sent: Fields): string | undefined {
  const known = fieldsOfFaults[fault] ?? []
  const texts = new Map(sent.flatMap(([name, value]) => (typeof value === 'string' ? [[name, value.trim()]] : [])))
  const [first, ...others] = known.length === 1 ? known : known.filter((name) => texts.has(name))
  if (first === undefined || others.length === 0) return first
  const textOf = (name: string) => texts.get(name) ?? ''
  const all = [first, ...others]
  return (
    all.find((name) => isNamed(textOf(name), values)) ??
    all.find((name) => isInLanguage(name, values)) ??
    (fault === 'price_products_unknown' ? first : undefined) ??
    all.find((name) => textOf(name) === '') ??
    all.reduce((maxLength, name) => (textOf(name).length > textOf(maxLength).length ? name : maxLength))
  )
}

const isNamed = (text: string, values: Values): boolean =>
  text !== '' && Object.values(values).some((value) => String(value).includes(text))

/** Whether the address that a fault names is in the language of a field such as `slug_sv`. */
const isInLanguage = (name: string, { address }: Values): boolean =>
  typeof address === 'string' && name.endsWith(`_${address.split('/')[1]}`)
