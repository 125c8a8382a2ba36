import type { Kysely } from 'kysely'
import { index } from './columns.ts'

/** Indexes behind the console's lists of gift cards and subscriptions, and behind what they are searched by. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await index(db, 'gift_cards_by_time', 'gift_cards', ['created_at', 'id'])
  await index(db, 'gift_cards_by_status', 'gift_cards', ['status', 'created_at', 'id'])
  await index(db, 'gift_cards_by_email', 'gift_cards', ['email'])
  await index(db, 'gift_card_codes_by_ending', 'gift_card_codes', ['ending'])
  await index(db, 'subscriptions_by_time', 'subscriptions', ['created_at', 'id'])
  await index(db, 'subscriptions_by_due', 'subscriptions', ['next_at', 'id'])
  await index(db, 'subscriptions_by_email', 'subscriptions', ['email'])
  await index(db, 'subscription_renewals_by_order', 'subscription_renewals', ['order_id'])
}
