import { OrderError, type FaultValues } from '../../ordering/orders/order-error.ts'
import { CatalogError } from '../../catalog/catalog-error.ts'
import { CouponError } from '../../pricing/discounts/coupon-error.ts'
import type { TextKey, Translate } from '../../../i18n/translator.ts'

/** Thrown by an operation of the console that cannot be carried out. */
export class ConsoleError extends Error {
  override readonly name = 'ConsoleError'
  readonly fault: ConsoleFault
  readonly values: FaultValues

  constructor(fault: ConsoleFault, values: FaultValues = {}) {
    super(fault)
    this.fault = fault
    this.values = values
  }
}

const texts = {
  unknown: 'console:fault.unknown',
  required: 'console:fault.required',
  too_many: 'console:fault.too_many',
  too_many_chosen: 'console-frame:fault.too_many_chosen',
  too_many_to_print: 'console-frame:fault.too_many_to_print',
  changed_meanwhile: 'console:fault.changed_meanwhile',
  record_changed: 'console:fault.record_changed',
  record_changed_by: 'console:fault.record_changed_by',
  wrong_password: 'console:fault.wrong_password',
  wrong_code: 'console:fault.wrong_code',
  wrong_passkey: 'console:fault.wrong_passkey',
  password_too_short: 'console:fault.password_too_short',
  password_too_long: 'console:fault.password_too_long',
  password_too_common: 'console:fault.password_too_common',
  email_invalid: 'console:fault.email_invalid',
  name_invalid: 'console:fault.name_invalid',
  staff_unknown: 'console:fault.unknown',
  already_staff: 'console:fault.already_staff',
  role_unknown: 'console:fault.role_unknown',
  role_used: 'console:fault.role_used',
  role_exists: 'console:fault.role_exists',
  last_owner: 'console:fault.last_owner',
  above_own: 'console:fault.above_own',
  link_over: 'console:fault.link_over',
  last_factor: 'console:fault.last_factor',
  order_unknown: 'console:fault.order_unknown',
  not_possible: 'console:fault.not_possible',
  units_unknown: 'console:fault.units_unknown',
  already_shipped: 'console:fault.already_shipped',
  nothing_left: 'console:fault.nothing_left',
  return_unknown: 'console:fault.return_unknown',
  phone_invalid: 'console:fault.phone_invalid',
  scopes_invalid: 'console:fault.scopes_invalid',
  discounts_invalid: 'console:fault.discounts_invalid',
  asked_too_often: 'console:fault.asked_too_often',
  not_sure: 'console:fault.not_sure',
  erase_blocked: 'console:fault.erase_blocked',
  on_hold: 'console:fault.on_hold',
  hold_unexplained: 'console:fault.hold_unexplained',
  amount_invalid: 'console-invoices:fault.amount_invalid',
  day_invalid: 'console-invoices:fault.day_invalid',
  period_closed: 'console-invoices:fault.period_closed',
  payout_unreadable: 'console-payouts:fault.unreadable',
  payout_differs: 'console-payouts:fault.differs',
  payout_file_missing: 'console-payouts:fault.file_missing',
  documents_missing: 'console-invoices:fault.documents_missing',
  day_ahead: 'console-invoices:fault.day_ahead',
  not_overdue: 'console-invoices:fault.not_overdue',
  reminded_today: 'console-invoices:fault.reminded_today',
  reminded_twice: 'console-invoices:fault.reminded_twice',
  not_shown: 'console-order-edit:fault.not_shown',
  not_editable: 'console-order-edit:fault.not_editable',
  edit_changed: 'console-order-edit:fault.edit_changed',
  nothing_changed: 'console-order-edit:fault.nothing_changed',
  all_removed: 'console-order-edit:fault.all_removed',
  sku_unknown: 'console-order-edit:fault.sku_unknown',
  sku_unpriced: 'console-order-edit:fault.sku_unpriced',
  short_stock: 'console-order-edit:fault.short_stock',
  gift_card_kept: 'console-order-edit:fault.gift_card_kept',
  delivery_unavailable: 'console-order-edit:fault.delivery_unavailable',
  service_point_required: 'console-order-edit:fault.service_point_required',
  address_invalid: 'console-order-edit:fault.address_invalid',
  country_unknown: 'console-order-edit:fault.country_unknown',
  postal_code_invalid: 'console-order-edit:fault.postal_code_invalid',
  over_credit: 'console-order-edit:fault.over_credit',
  no_payment_page: 'console-order-edit:fault.no_payment_page',
  webhook_unknown: 'console-integrations:fault.webhook_unknown',
  webhook_url: 'console-integrations:fault.webhook_url',
  webhook_required: 'console-integrations:fault.webhook_required',
  webhook_state: 'console-integrations:fault.webhook_state',
  delivery_unknown: 'console-integrations:fault.delivery_unknown',
  scan_unknown: 'console-packing:fault.scan_unknown',
  scan_beyond: 'console-packing:fault.scan_beyond',
  scan_no_order: 'console-packing:fault.scan_no_order',
  nothing_scanned: 'console-packing:fault.nothing_scanned',
  worth_invalid: 'console-gift-cards:fault.amount',
  card_changed: 'console-gift-cards:fault.changed',
  nothing_chosen: 'console-packing:fault.nothing_chosen',
  not_yours: 'console-packing:fault.not_yours',
  level_invalid: 'console-today:fault.level_invalid',
  level_part_unknown: 'console-today:fault.part_unknown',
  import_cut_off: 'console-imports:fault.cut_off',
  import_file_missing: 'console-imports:fault.file_missing',
  import_too_large: 'console-imports:fault.too_large',
  import_too_many: 'console-imports:fault.drafts_full',
  import_kind: 'console-imports:fault.kind',
  import_busy: 'console-imports:fault.busy',
  import_not_checked: 'console-imports:fault.not_checked',
  import_name_missing: 'console-imports:fault.name_missing',
  import_sku_missing: 'console-imports:fault.sku_missing',
  import_nothing_to_update: 'console-imports:fault.nothing_to_update',
  import_category_missing: 'console-imports:fault.category_missing',
  import_role_twice: 'console-imports:fault.role_twice',
  import_profile_name: 'console-imports:fault.profile_name',
  import_profile_there: 'console-imports:fault.profile_there',
  import_profile_invalid: 'console-imports:fault.profile_invalid',
  import_percent: 'console-imports:fault.percent',
  source_name: 'console-sources:fault.name',
  source_there: 'console-sources:fault.there',
  source_running: 'console-sources:fault.running',
  source_address: 'console-sources:fault.address',
  source_secret: 'console-sources:fault.secret',
  source_schedule: 'console-sources:fault.schedule',
  import_not_undoable: 'console-imports:fault.not_undoable',
  coupon_unknown: 'console:fault.unknown',
  coupon_code: 'console-coupons:fault.code',
  coupon_empty: 'console-coupons:fault.empty',
  coupon_period: 'console-coupons:fault.period',
  coupon_targets: 'console-coupons:fault.targets',
  coupon_taken: 'console-coupons:fault.taken',
  coupon_limit: 'console-coupons:fault.limit',
  coupon_personal: 'console-coupons:fault.personal',
  coupon_customer: 'console-coupons:fault.customer',
  coupon_organization: 'console-coupons:fault.organization',
  coupon_percent: 'console-coupons:fault.percent',
  coupon_amount: 'console-coupons:fault.amount',
  coupon_count: 'console-coupons:fault.count',
  catalog_unknown: 'console:fault.unknown',
  catalog_name: 'console-catalogue:fault.name',
  catalog_address: 'console-catalogue:fault.address',
  catalog_address_taken: 'console-catalogue:fault.address_taken',
  catalog_loop: 'console-catalogue:fault.loop',
  catalog_deep: 'console-catalogue:fault.deep',
  catalog_import: 'console-catalogue:fault.import',
  catalog_children: 'console-catalogue:fault.children',
  catalog_not_empty: 'console-catalogue:fault.not_empty',
  catalog_large: 'console-catalogue:fault.large',
  catalog_menu: 'console-catalogue:fault.menu',
  catalog_uri: 'console-catalogue:fault.uri',
  catalog_facts: 'console-catalogue:fault.facts',
  catalog_fits: 'console-catalogue:fault.fits',
  catalog_attribute: 'console-catalogue:fault.attribute',
  catalog_picture: 'console-catalogue:fault.picture',
  catalog_sku: 'console-catalogue:fault.sku',
  catalog_text: 'console-catalogue:fault.text',
  catalog_category: 'console-catalogue:fault.category',
  catalog_used: 'console-catalogue:fault.used',
  catalog_brand_taken: 'console-catalogue:fault.brand_taken',
  catalog_brand_name: 'console-catalogue:fault.brand_name',
  catalog_attribute_name: 'console-catalogue:fault.attribute_name',
  catalog_attribute_id: 'console-catalogue:fault.attribute_id',
  catalog_attribute_taken: 'console-catalogue:fault.attribute_taken',
  catalog_kind: 'console-catalogue:fault.kind',
  catalog_unit: 'console-catalogue:fault.unit',
  catalog_fit_facet: 'console-catalogue:fault.fit_facet',
  catalog_choice: 'console-catalogue:fault.choice',
  catalog_device_name: 'console-catalogue:fault.device_name',
  catalog_device_taken: 'console-catalogue:fault.device_taken',
  catalog_numbers: 'console-catalogue:fault.numbers',
  catalog_skus: 'console-catalogue:fault.skus',
  search_phrase: 'console-search:fault.phrase',
  search_words: 'console-search:fault.words',
  search_meaning: 'console-search:fault.meaning',
  search_trigger: 'console-search:fault.trigger',
  search_hint: 'console-search:fault.hint',
  product_price_invalid: 'console-products:fault.price_invalid',
  product_price_fixed: 'console-products:fault.price_fixed',
  product_stock_invalid: 'console-products:fault.stock_invalid',
  product_no_stock: 'console-products:fault.no_stock',
  product_field_price: 'console-product:fault.field_price',
  product_field_day: 'console-product:fault.field_day',
  product_field_text: 'console-product:fault.field_text',
  product_field_number: 'console-product:fault.field_number',
  product_field_unknown: 'console-product:fault.field_unknown',
  product_field_invalid: 'console-product:fault.field_invalid',
  product_in_use: 'console-product:fault.in_use',
  product_sku_taken: 'console-product:fault.sku_taken',
  content_no_draft: 'console-content:fault.no_draft',
  content_empty_widget: 'console-content:fault.empty_widget',
  content_address_invalid: 'console-content:fault.address_invalid',
  content_address_taken: 'console-content:fault.address_taken',
  content_title_missing: 'console-content:fault.title_missing',
  content_too_long: 'console-content:fault.too_long',
  content_not_published: 'console-content:fault.not_published',
  content_guide_invalid: 'console-content:fault.guide_invalid',
  content_guide_unknown: 'console-content:fault.guide_unknown',
  content_time_invalid: 'console-content:fault.time_invalid',
  content_past: 'console-content:fault.past',
  not_carried_out: 'console-packing:fault.not_carried_out',
  already_member: 'console-organizations:fault.already_member',
  last_admin: 'console-organizations:fault.last_admin',
  has_organization: 'console-organizations:fault.has_organization',
  peppol_id_invalid: 'console-organizations:fault.peppol_id_invalid',
  credit_invalid: 'console-organizations:fault.credit_invalid',
  account_unknown: 'console-organizations:fault.account_unknown',
  number_taken: 'console-organizations:fault.number_taken',
  invoice_unknown: 'console-organizations:fault.invoice_unknown',
  invitation_over: 'console:fault.unknown',
  quote_over: 'console-sales:fault.quote_over',
  request_over: 'console-sales:fault.request_over',
  price_invalid: 'console-sales:fault.price_invalid',
  price_missing: 'console-sales:fault.price_missing',
  percent_invalid: 'console-sales:fault.percent_invalid',
  until_invalid: 'console-sales:fault.until_invalid',
  units_invalid: 'console-sales:fault.units_invalid',
  reason_missing: 'console-sales:fault.reason_missing',
  part_unknown: 'console-sales:fault.part_unknown',
  part_missing: 'console-sales:fault.part_missing',
  quoted_twice: 'console-sales:fault.quoted_twice',
} as const satisfies Record<string, TextKey>

export type ConsoleFault = keyof typeof texts

const refusals = new Set([
  'ConsoleError',
  'StaffError',
  'OrderError',
  'ApiKeyError',
  'WebhookError',
  'QuoteError',
  'RequestError',
  'SettingsError',
  'CouponError',
  'CatalogError',
])

/**
 * What a person is told of an operation that was refused, in their language where the fault has a text; undefined for
 * an error that is no refusal.
 */
export function refusalText(error: unknown, t: Translate): string | undefined {
  const fault = refusalOf(error)
  return fault === undefined ? undefined : faultText(fault, t, valuesOf(error))
}

/** What the words of a refusal name, such as the part that is short. */
function valuesOf(error: unknown): FaultValues {
  const isNaming =
    error instanceof OrderError ||
    error instanceof ConsoleError ||
    error instanceof CouponError ||
    error instanceof CatalogError
  return isNaming ? error.values : {}
}

/** Why an operation was refused: a fault that has a text, else the error's message. */
export function refusalOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || !refusals.has(error.name)) return undefined
  const fault = 'fault' in error && typeof error.fault === 'string' ? error.fault : ''
  return Object.hasOwn(texts, fault) ? fault : error.message
}

/** A fault of `refusalOf` in words. */
export function faultText(fault: string, t: Translate, values: FaultValues = {}): string {
  return Object.hasOwn(texts, fault) ? t(texts[fault as ConsoleFault], values) : fault
}
