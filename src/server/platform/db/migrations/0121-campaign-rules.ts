import type { Kysely } from 'kysely'
import type { DatabaseKind } from '../connect.ts'
import { index, table } from './columns.ts'

/** Adds by which rule the prices of a campaign were computed, and indexes for the list of campaigns. */
export async function up(db: Kysely<unknown>, _kind: DatabaseKind): Promise<void> {
  await table(db, 'campaign_rules', {
    campaign_id: 'text',
    choice: 'text',
    rule: 'text',
    ending: 'text',
    actor: 'text',
    created_at: 'text',
  })
    .addPrimaryKeyConstraint('campaign_rules_pk', ['campaign_id'])
    .execute()
  await index(db, 'campaigns_by_start', 'campaigns', ['starts_at', 'id'])
  await index(db, 'campaigns_by_end', 'campaigns', ['ends_at', 'id'])
  await index(db, 'campaigns_by_name', 'campaigns', ['name', 'id'])
  await index(db, 'campaign_prices_by_campaign', 'campaign_prices', ['campaign_id', 'product_id'])
}
