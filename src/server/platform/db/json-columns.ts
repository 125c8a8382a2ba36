import { z } from 'zod'
import type { SentLine } from '../../../contracts/calls/sync-cart.ts'
import { coupon } from '../../../domain/cart/coupons.ts'
import type { OrderDelivery } from '../../../domain/cart/delivery-points.ts'
import type { DiscountTerms } from '../../../domain/cart/discount-terms.ts'
import { guideText } from '../../../domain/products/guides.ts'
import { isApiScope, type ApiScope } from '../../../domain/staff/api-scopes.ts'
import { isPermission, type Permission } from '../../../domain/staff/permissions.ts'

/** Reads and writes a column that holds JSON. */
export type JsonColumn<Value> = {
  /** Throws SyntaxError or ZodError for invalid content. */
  read: (text: string) => Value
  write: (value: Value extends readonly (infer Item)[] ? readonly Item[] : Value) => string
}

/** Creates the codec of a JSON column: every read is checked against the schema, every write is typed. */
export function jsonColumn<Value>(schema: { parse: (value: unknown) => Value }): JsonColumn<Value> {
  return { read: (text) => schema.parse(JSON.parse(text)), write: (value) => JSON.stringify(value) }
}

const texts = z.array(z.string())
const product = z.object({ product_id: z.string(), quantity: z.number() })

const id = z.string().nullish()
/** A cart line as the browser sends it. Rows stored under older limits are limited where they are used. */
const cartLine: z.ZodType<SentLine, unknown> = z.object({
  uuid: z.string().optional(),
  product_id: z.string().optional(),
  sku: z.string(),
  quantity: z.number(),
  price: z.number().optional(),
  subscription_interval: z.object({ id: z.string() }).nullish(),
  cross_selling_product_id: id,
  upselling_bundle_id: id,
  unique_bundle_id: id,
  added_by_coupon: id,
})
/** `carts.lines` and `saved_carts.lines`. */
export const cartLinesJson = jsonColumn(z.array(cartLine))
/** `order_refunds.deduction_rates`: amounts including VAT, and the VAT in them, by rate in basis points. */
export const rateAmountsJson = jsonColumn(z.array(z.object({ rate: z.number(), amount: z.number(), vat: z.number() })))
/** `order_refunds.card_parts`: gift cards by id, and what each got back. */
export const cardPartsJson = jsonColumn(z.array(z.object({ id: z.string(), amount: z.number() })))
/** `carts.coupons`, `orders.coupons`: codes; `carts.gift_cards`: ids. */
export const codesJson = jsonColumn(texts)
/** `carts.form`, `subscriptions.form`: the checkout form's values by field; '{}' when empty. */
export const formJson = jsonColumn(z.record(z.string(), z.string()))
/** `subscription_changes.before`, `.after`: the values that differ, by field; `subscription_drafts.typed`. */
export const changedValuesJson = jsonColumn(z.record(z.string(), z.string()))
/** `carts.campaign_data`, `orders.campaign_data`: arbitrary data from the campaign page that led to the shop. */
export const campaignDataJson = jsonColumn(z.record(z.string(), z.unknown()))

export const orderAddress = z.object({
  name: z.string(),
  organization: z.string(),
  line1: z.string(),
  line2: z.string(),
  postalCode: z.string(),
  city: z.string(),
  country: z.string(),
})
export type OrderAddress = z.infer<typeof orderAddress>
/** `orders.address`. */
export const addressJson = jsonColumn(orderAddress)

const place = z.object({
  id: z.string(),
  name: z.string(),
  street: z.string(),
  postalCode: z.string(),
  city: z.string(),
})
export const orderDelivery: z.ZodType<OrderDelivery, unknown> = z.object({
  kind: z.enum(['home', 'service_point', 'pick_up', 'mail']).default('home'),
  name: z.string().default(''),
  place: place.nullable().default(null),
  rate: z.number().optional(),
  arrives: z.object({ first: z.string(), last: z.string(), orderBefore: z.string() }).optional(),
})
/** `orders.delivery`; orders from before delivery methods existed are home deliveries. */
export const deliveryJson = jsonColumn(orderDelivery)

/** `order_lines.details`; `pieces` is the stock that one unit uses, if that is not the product itself. */
export const lineDetailsJson = jsonColumn(
  z.object({
    subscription_interval: z.object({ id: z.string() }).nullish(),
    slug: z.string().optional(),
    thumb: z.object({ url: z.string(), width: z.number(), height: z.number() }).nullish(),
    pieces: z.array(product).optional(),
  }),
)

const termsTiers = z.array(z.object({ q: z.number(), p: z.number(), campaign: z.boolean() }))
const termsLine = z.object({
  type: z.number(),
  product_id: z.string(),
  vat: z.number(),
  group_id: z.string().nullable(),
  discount_category: z.string().nullable(),
  tiers: termsTiers,
  agreed: z.object({ tiers: termsTiers, usual: termsTiers }).optional(),
  parent: z.string().nullable(),
  isBundle: z.boolean(),
  percent: z.number(),
  gift: z.string().nullable(),
})
const discountTerms: z.ZodType<DiscountTerms, unknown> = z.object({
  reverseCharge: z.boolean(),
  coupons: z.array(z.intersection(coupon, z.object({ minimum: z.number() }))),
  personal: z.record(z.string(), z.number()),
  lines: z.array(termsLine),
})
/** `order_terms.terms`. */
export const termsJson = jsonColumn(discountTerms)

/** `guides.draft`, `guides.published`. */
export const guideJson = jsonColumn(guideText)

/** `mail_texts.texts`: texts by their names. */
export const mailTextsJson = jsonColumn(z.record(z.string(), z.string()))

/** `customers.scopes`. */
export const scopesJson = jsonColumn(texts)
/** `coupons.groups`, `coupons.excluded_groups`, `coupons.discount_categories`. */
export const couponRulesJson = jsonColumn(texts)
/** `coupons.fixed_amounts`: minor units by currency. */
export const fixedAmountsJson = jsonColumn(z.record(z.string(), z.number().int()))
/** `shop_settings.value`: a group, checked as a whole by `readSettings`; what it lacks gets its default. */
export const settingsJson = jsonColumn(z.record(z.string(), z.json()))
/** `settings_history.before` and `after`: the value of one setting, of any form. */
export const settingValueJson = jsonColumn(z.json())
/** `outbox.payload` and `carts.form` when personal data is searched for: any object. */
export const anyObjectJson = jsonColumn(z.record(z.string(), z.unknown()))

/** `staff_roles.permissions`: names of permissions; ones that this program does not know are left out. */
export const permissionsJson = jsonColumn(
  texts.transform((names): Permission[] => names.filter((name) => isPermission(name))),
)
/** `api_keys.scopes`; ones that this program does not know are left out. */
export const apiScopesJson = jsonColumn(
  texts.transform((names): ApiScope[] => names.filter((name) => isApiScope(name))),
)
/** `staff_passkeys.transports`. */
export const transportsJson = jsonColumn(texts)
/** `audit_log.before`, `audit_log.after`: the fields that changed. */
export const auditJson = jsonColumn(z.record(z.string(), z.unknown()))
