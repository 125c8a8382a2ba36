import { setTimeout as sleep } from 'node:timers/promises'
import { dayMs } from '../../domain/durations.ts'
import type { Retention } from '../../domain/settings/retention.ts'
import type { Shop } from '../ordering/shop.ts'
import type { Queryable } from '../platform/db/tables.ts'
import type { Env } from '../platform/env.ts'
import { settingsNow } from '../platform/settings/shop-settings.ts'
import { endedPrices } from './ended-price-queries.ts'
import * as sources from './retention-queries.ts'
import { cutBatch, type Source } from './retention-queries.ts'

/** How long a kind of data is kept, and by which law (docs/decisions/0031). Rows older than `before` are affected. */
type RetentionRule = { name: string; law: string; period: string; before: string; source: Source }
type Retaining = Pick<Shop, 'db' | 'kind' | 'env' | 'now'>
export type Retained = { name: string; law: string; period: string; before: string; rows: number }

const batchSize = 500
/** A run ends after this many batches of a rule; the next run continues. */
const maxBatches = 200
const pauseMs = 10
/** Days that keys of finished effects (without payload) and used refresh tokens are kept. */
const outboxKeyDays = 365
const usedTokenDays = 7
/** Days that the network of an order is kept, for the limits on orders that are not paid. */
const networkDays = 30
/** Days that deliveries to other systems and their answers are kept. */
const webhookDays = 30
/** Days that prices are kept after they ended: longer than an import can be undone. */
const endedPriceDays = 90

/** Reads the periods as they are now: what is deleted does not come back. */
async function retentionPeriods(db: Queryable, env: Env): Promise<Retention> {
  const { retention } = await settingsNow(db)
  const given = {
    checkoutFormDays: env.RETENTION_CHECKOUT_FORM_DAYS,
    cartDays: env.RETENTION_CART_DAYS,
    savedCartDays: env.RETENTION_SAVED_CART_DAYS,
    outboxDays: env.RETENTION_OUTBOX_DAYS,
    paymentEventDays: env.RETENTION_PAYMENT_EVENT_DAYS,
    alertDays: env.RETENTION_ALERT_DAYS,
    requestDays: env.RETENTION_REQUEST_DAYS,
    contactDays: env.RETENTION_CONTACT_DAYS,
    bookkeepingYears: env.RETENTION_BOOKKEEPING_YEARS,
  }
  const set = Object.entries(given).filter(([, value]) => value !== undefined)
  return { ...retention, ...Object.fromEntries(set) }
}

/** Builds the rules with their periods. */
function retentionRules(periods: Retention, { kind, now }: Pick<Shop, 'kind' | 'now'>): RetentionRule[] {
  const at = now()
  const days = (name: string, law: string, count: number, source: Source): RetentionRule => ({
    name,
    law,
    period: `${count} days`,
    before: new Date(at.getTime() - count * dayMs).toISOString(),
    source,
  })
  const years = periods.bookkeepingYears
  const minimal = 'GDPR 5(1)(e)'
  return [
    days('checkout forms', minimal, periods.checkoutFormDays, sources.checkoutForms),
    days('carts', minimal, periods.cartDays, sources.carts),
    days('saved carts', minimal, periods.savedCartDays, sources.savedCarts),
    days('outbox contents', minimal, periods.outboxDays, sources.outboxContents),
    days('outbox rows', minimal, outboxKeyDays, sources.outboxRows),
    days('answers to other systems', minimal, 1, sources.apiAnswers),
    days('sent forms', minimal, 1, sources.sentForms),
    days('kept answers', minimal, 1, sources.keptAnswers),
    days('drafts of subscriptions', minimal, 1, sources.subscriptionDrafts),
    days('webhook deliveries', minimal, webhookDays, sources.webhookDeliveries),
    days('payment events', minimal, periods.paymentEventDays, sources.paymentEvents),
    days('stock alerts', minimal, periods.alertDays, sources.stockAlerts),
    days('part requests', minimal, periods.requestDays, sources.partRequests),
    days('refresh tokens', 'GDPR 5(1)(e), 32', usedTokenDays, sources.refreshTokens),
    days('order networks', minimal, networkDays, sources.orderNetworks),
    days('ended prices', '98/6/EC 6a', endedPriceDays, endedPrices(kind)),
    days('order contacts', '23 § konsumentköplagen', periods.contactDays, sources.orderContacts),
    {
      name: 'orders and documents',
      law: '7 kap. 2 § bokföringslagen',
      period: `${years} calendar years`,
      before: `${at.getUTCFullYear() - years}-01-01T00:00:00.000Z`,
      source: sources.oldOrders,
    },
  ]
}

/** Counts what the rules would delete or anonymize now, without doing it. */
export async function retentionDue(shop: Retaining): Promise<Retained[]> {
  const { db, env } = shop
  const due: Retained[] = []
  for (const { source, ...rule } of retentionRules(await retentionPeriods(db, env), shop))
    due.push({ ...rule, rows: await source.count(db, rule.before) })
  return due
}

/**
 * Deletes or anonymizes what is past its retention period, in batches with pauses; returns the number of rows per
 * rule.
 */
export async function applyRetention(shop: Retaining): Promise<Retained[]> {
  const { db, env } = shop
  const done: Retained[] = []
  for (const { source, ...rule } of retentionRules(await retentionPeriods(db, env), shop)) {
    let rows = 0
    for (let batch = 0; batch < maxBatches; batch += 1) {
      const cut = await cutBatch(db, source, rule.before, batchSize)
      rows += cut
      if (cut < batchSize) break
      await sleep(pauseMs)
    }
    done.push({ ...rule, rows })
  }
  return done
}

/** Runs retention as a background job and logs the result. */
export async function runRetention(shop: Retaining & Pick<Shop, 'log'>): Promise<void> {
  const cut = (await applyRetention(shop)).filter(({ rows }) => rows > 0)
  if (cut.length > 0)
    shop.log.info({ retention: Object.fromEntries(cut.map(({ name, rows }) => [name, rows])) }, 'old data was deleted')
}
