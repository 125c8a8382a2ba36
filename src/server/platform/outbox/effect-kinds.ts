import { z } from 'zod'

const orderId = z.object({ orderId: z.string() })
/** Which time it is sent again by hand: each is a mail of its own for mail servers. */
const again = z.optional(z.string())
const refundId = z.object({ refundId: z.string() })
const returnId = z.object({ returnId: z.string() })
const quoteId = z.object({ quoteId: z.string() })
const requestId = z.object({ requestId: z.string() })
const alertId = z.object({ alertId: z.string() })
const attemptId = z.object({ attemptId: z.string() })
const byMail = z.object({ email: z.string(), language: z.string() })
const emailChange = z.object({ customerId: z.string(), email: z.string(), to: z.string(), language: z.string() })
/** What becomes of an address whose customer was merged with another one, or that of the customer who stays. */
const customersMerged = z.object({
  customerId: z.string(),
  email: z.string(),
  other: z.string(),
  whose: z.enum(['account', 'guest', 'kept']),
  language: z.string(),
})
const orderOfMail = z.object({ number: z.string(), email: z.string() })
/** Rows from before payload schemas existed hold numbers as text and lists joined by commas. */
const count = z.coerce.number().int()
const units = z.array(z.object({ position: z.number(), quantity: z.number() }))
const ids = z.union([z.array(z.string()), z.string().transform((text) => text.split(','))])

const loginLink = z.object({
  purpose: z.enum(['register', 'reset', 'email']),
  email: z.string(),
  name: z.string(),
  language: z.string(),
  country: z.string(),
  currency_id: z.string(),
  customer_id: z.string(),
  /** The requesting browser's identifier and, for a new address, the session. Older rows have neither. */
  browser: z.string().optional(),
  session_id: z.string().optional(),
})

/** The news mailed to a subscriber; `order` is its number or, while it waits for payment, the checkout id. */
export const subscriptionNews = [
  'started',
  'upcoming',
  'renewed',
  'payment_due',
  'unavailable',
  'unpaid',
  'ended',
  'cancelled',
  'fewer',
  'continued',
  'changed',
] as const
const subscriptionMail = z.object({
  id: z.string(),
  news: z.enum(subscriptionNews),
  due: z.string(),
  order: z.string(),
  tries: count,
  /** When the renewal was opened, or the subscription was changed. Older rows have none. */
  opened: z.string().optional(),
  /** Whether staff changed the subscription. */
  isByStaff: z.boolean().optional(),
})

/** What products are found by and has another name; those after this one, which are read by value and id, are left. */
const reindex = z.object({
  of: z.enum(['attribute', 'brand', 'category', 'device']),
  id: z.string(),
  /** Of an attribute the values that are read; null for all of them. */
  values: z.array(z.string()).nullable(),
  after: z.object({ value: z.string(), product: z.string() }),
})

/** Every kind of effect of the outbox, with the schema of its payload. */
const effectKinds = {
  'gift_card.issue': orderId,
  'mail.back_in_stock': alertId,
  'mail.confirm_alert': alertId,
  /** What is paid back of refunds that were set off, how much of it to gift cards, and their credit notes. */
  'mail.refund_set_off': z.object({
    orderId: z.string(),
    amount: count,
    stillOwed: count,
    numbers: z.array(z.string()),
  }),
  'mail.customers_merged': customersMerged,
  'mail.dispute_won': z.object({
    orderId: z.string(),
    amount: count,
    cards: count,
    /** Which gift cards got what; rows of earlier versions do not say. */
    parts: z.array(z.object({ id: z.string(), amount: count })).optional(),
    numbers: z.array(z.string()),
  }),
  'mail.email_change_asked': emailChange,
  'mail.email_changed': emailChange,
  'mail.gift_card': z.object({ cardId: z.string() }),
  'mail.invoice_reminder': z.object({ orderId: z.string(), step: count, number: z.optional(z.string()) }),
  'mail.login_link': loginLink,
  'mail.operator_backup': z.object({ isFailing: z.boolean(), said: z.string(), at: z.string() }),
  'mail.operator_hold': orderId,
  'mail.operator_order': orderId,
  'mail.operator_quote': quoteId,
  'mail.operator_request': requestId,
  /** Erasing an order finds its effects by the order's id (ordering/account/anonymize-queries.ts). */
  'mail.operator_return': z.object({ returnId: z.string(), orderId: z.string() }),
  'mail.operator_source': z.object({ source: z.string(), isFailing: z.boolean(), said: z.string(), at: z.string() }),
  'mail.operator_webhook': z.object({ endpointId: z.string(), name: z.string(), at: z.string() }),
  'mail.order_cancelled': z.object({ orderId: z.string(), refundId: z.string(), again }),
  'mail.order_confirmed': z.object({ orderId: z.string(), again }),
  'mail.order_edited': z.object({
    orderId: z.string(),
    editId: z.string(),
    difference: z.enum(['none', 'more', 'more_billed', 'less', 'less_billed', 'back', 'set_off']),
    amount: count,
    /** What changed of an order that is partly shipped. */
    rest: z.object({ addition: z.string(), added: units, removed: units }).optional(),
  }),
  'mail.order_link': orderOfMail,
  /** Tells the former address of an order that staff corrected it. */
  'mail.order_readdressed': z.object({
    orderId: z.string(),
    number: z.string(),
    email: z.string(),
    language: z.string(),
  }),
  'mail.order_payment': z.object({ orderId: z.string(), again }),
  'mail.order_shipped': z.object({ shipmentId: z.string(), again }),
  'mail.organization_invitation': z.object({ invitationId: z.string() }),
  'mail.password_changed': byMail,
  'mail.quote_priced': quoteId,
  'mail.quote_rejected': quoteId,
  'mail.refunded': z.object({ refundId: z.string(), again }),
  'mail.request_closed': requestId,
  'mail.request_received': requestId,
  'mail.return_refused': z.object({ returnId: z.string(), reason: z.optional(z.string()) }),
  'mail.return_requested': returnId,
  'mail.staff_invitation': z.object({ invitationId: z.string() }),
  'mail.subscription': subscriptionMail,
  /** A mail with sample data and these texts of its own, to the person who writes them. */
  'mail.sample': z.object({
    to: z.string(),
    language: z.string(),
    mail: z.string(),
    at: z.number(),
    texts: z.record(z.string(), z.string()),
  }),
  'mail.test': z.object({ to: z.string(), language: z.string(), by: z.string() }),
  'mail.unsubscribe_links': byMail,
  'mail.withdrawal_link': z.object({ number: z.string(), email: z.string(), askedAt: z.string() }),
  'mail.withdrawal_receipt': z.object({ orderId: z.string(), returnIds: ids }),
  'payment.cancel': attemptId,
  'payment.capture': z.object({ attemptId: z.string(), amount: count }),
  'payment.dispute_won': z.object({ reference: z.string() }),
  'payment.refund': refundId,
  'payment.refund_refused': z.object({ orderId: z.string(), amount: count }),
  'payment.sandbox_webhook': z.object({ notice: z.string() }),
  'search.read_again': reindex,
} as const

export type EffectKind = keyof typeof effectKinds
type EffectPayloads = { [Kind in EffectKind]: z.output<(typeof effectKinds)[Kind]> }
export type EffectPayload<Kind extends EffectKind> = EffectPayloads[Kind]
const schemas: { [Kind in EffectKind]: { parse: (value: unknown) => EffectPayload<Kind> } } = effectKinds

/** Parses the payload of a stored effect; throws ZodError or SyntaxError when it is not of its kind. */
export function readPayload<Kind extends EffectKind>(kind: Kind, text: string): EffectPayload<Kind> {
  return schemas[kind].parse(JSON.parse(text))
}

/** An action outside the database. An effect with a known dedupe key is not written again. */
export type Effect = {
  [Kind in EffectKind]: { kind: Kind; dedupeKey: string; payload: z.input<(typeof effectKinds)[Kind]> }
}[EffectKind]

export function isEffectKind(kind: string): kind is EffectKind {
  return Object.hasOwn(effectKinds, kind)
}
