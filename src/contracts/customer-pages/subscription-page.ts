import { z } from 'zod/mini'
import type { DeliveryOffer } from '../../domain/cart/delivery-methods.ts'
import type { DeliveryPlace } from '../../domain/cart/delivery-points.ts'
import type { CurrencyCode } from '../../domain/money/currencies.ts'
import type { Minor } from '../../domain/money/money.ts'
import type { FieldErrorCode } from '../../domain/orders/checkout-form.ts'
import { subscriberActions, type SubscriberAction, type SubscriptionStatus } from '../../domain/orders/subscriptions.ts'
import { formChoice, formText } from '../form-fields.ts'

/** A subscription as its subscriber sees it. */
export type SubscriptionView = {
  id: string
  name: string
  sku: string
  path: string
  quantity: number
  intervalDays: number
  /** Available intervals in days. */
  intervals: number[]
  /** Date of the next order, UTC ISO. */
  nextAt: string
  status: SubscriptionStatus
  /** Actions available now. */
  actions: SubscriberAction[]
  /** The day of the next order, and the first and last that may be chosen. */
  days: { next: string; first: string; last: string }
  /** Whether its orders are paid with a saved card. */
  isByCard: boolean
  /** Where it is sent, in rows, and the cost of the next order with delivery in minor units, where that is known. */
  address: string[]
  country: string
  cost: number | null
  currency: CurrencyCode
  /** Number of the latest order it created. */
  lastOrder: string | null
}

/** Subscriptions, and the action just performed on one. */
export type SubscriptionsPage = {
  subscriptions: SubscriptionView[]
  done: SubscriberAction | null
  isRefused: boolean
  /** The form for the quantity and the address of one of them, shown instead of the list. */
  revision: RevisionView | null
}

/** The screen behind a mailed link. `signIn` leads to the account that its one subscription belongs to. */
export type SubscriptionPage = SubscriptionsPage & { signIn: string | null }

/** What an organization is asked for besides. */
export const organizationRevisionFields = ['organization_name', 'organization_number', 'vat_number'] as const
/** The fields of the form for quantity and address. */
export const revisionFields = [
  'quantity',
  ...organizationRevisionFields,
  'name',
  'line1',
  'line2',
  'postal_code',
  'city',
  'country',
  'phone',
  'delivery_method',
  'service_point',
] as const
export type RevisionField = (typeof revisionFields)[number]
/** `more_than_stock`: the quantity can only be raised to what is in stock. */
export type RevisionFault = FieldErrorCode | 'quantity_invalid' | 'more_than_stock'

/** What the next order would be with the typed quantity and address. */
export type RevisionOffer = {
  /** What was shown; a confirmation is only of this. */
  seen: string
  /** Cost of the next order with delivery, and of its delivery; null where it cannot be placed in full now. */
  cost: { total: Minor; delivery: Minor; vat: Minor } | null
  isReverseCharged: boolean
  deliveries: DeliveryOffer[]
  delivery: DeliveryOffer
  /** The service points near the address, where it goes to one. */
  places: DeliveryPlace[]
  payment: 'card' | 'link' | 'bill'
}

/** The form for the quantity and the address of a subscription. */
export type RevisionView = RevisionShown & { subscription: SubscriptionView }

/** What of it staff see as well. */
export type RevisionShown = {
  typed: Record<RevisionField, string>
  isOrganization: boolean
  isPhoneOptional: boolean
  faults: Partial<Record<RevisionField, RevisionFault>>
  /** How many are in stock, as far as is wanted. */
  left: number
  offer: RevisionOffer | null
  refusal: RevisionRefusal | null
}

/** Why a confirmation changed nothing: something else is shown now, or the form was sent too often. */
export type RevisionRefusal = 'changed' | 'too_often'

/**
 * The forms of a subscription; `days` belongs to `interval` alone, 0 when it is no number, `date` to `move`, and `due`
 * to `skip`: the `nextAt` of the order that the subscriber saw, so that a form that is sent twice leaves out one order.
 */
export const subscriptionForm = z.object({
  id: z.catch(z.string().check(z.regex(/^[\w-]{1,64}$/)), ''),
  action: formChoice(subscriberActions),
  days: z.catch(z.coerce.number(), 0),
  due: z.catch(z.string().check(z.maxLength(40)), ''),
  date: z.catch(z.iso.date(), ''),
})
export type SubscriptionForm = z.output<typeof subscriptionForm>

const typedText = formText(300)

/** The form for quantity and address: `review` asks what it costs, `revise` confirms what was `seen`. */
export const revisionForm = z.object({
  id: z.catch(z.string().check(z.regex(/^[\w-]{1,64}$/)), ''),
  action: formChoice(['review', 'revise']),
  seen: formText(100),
  quantity: formText(20),
  organization_name: typedText,
  organization_number: typedText,
  vat_number: typedText,
  name: typedText,
  line1: typedText,
  line2: typedText,
  postal_code: typedText,
  city: typedText,
  country: typedText,
  phone: typedText,
  delivery_method: typedText,
  service_point: typedText,
})
export type RevisionForm = z.output<typeof revisionForm>
