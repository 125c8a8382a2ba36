import type { SettingPage } from '../../../contracts/console/settings.ts'
import { readSettings } from '../../../domain/settings/settings.ts'
import { wantFeeds } from '../../catalog/product-feeds/feed-queries.ts'
import { feedLines } from '../../catalog/product-feeds/feed-states.ts'
import { audited } from '../../platform/audit/audit.ts'
import { shownSettings } from '../../platform/settings/show-settings.ts'
import type { ConsoleContext } from '../frame/console-context.ts'
import { ConsoleError } from '../frame/console-error.ts'

/** The files for comparison sites, by the settings as they are stored: a change is there at once. */
export async function shownFeeds({ shop }: ConsoleContext): Promise<SettingPage['feeds']> {
  const { settings } = readSettings((await shownSettings(shop.db)).values)
  return feedLines(shop.db, settings ?? shop.settings.all, { origin: shop.env.ORIGIN, now: shop.now() })
}

/** Asks the background job to write all files. */
export async function writeFeeds({ shop, session, request }: ConsoleContext): Promise<void> {
  if (request.params['group'] !== 'productFeeds') throw new ConsoleError('not_possible')
  const action = { operation: 'system.write_feeds', subject: { kind: 'system', id: 'system', label: '' } }
  await audited(shop, session.actor, action, ({ db }) => db.transaction().execute((trx) => wantFeeds(trx)))
}
