import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { feedName, type ProductFeed, type ProductFeedsSettings } from '../../../domain/settings/product-feeds.ts'
import type { Shop } from '../../platform/shop.ts'

const folderName = 'product-feeds'
/** Files of feeds, and drafts that a killed process has left. */
const ownFile = /^google-[a-z]{2}-[A-Z]{2}-[A-Z]{3}\.xml\.gz(?:-[0-9a-f]{12})?$/

export function feedFolder({ SHOP_DATA }: Pick<Shop['env'], 'SHOP_DATA'>): string {
  return join(SHOP_DATA, folderName)
}

/** The file of a feed. Its name has the currency, so that a file with prices in another one is not served. */
export function feedFile(env: Pick<Shop['env'], 'SHOP_DATA'>, feed: ProductFeed): string {
  return join(feedFolder(env), `${feedName(feed)}-${feed.currency}.xml.gz`)
}

/** Returns the file of a configured feed by the name in its address; undefined for every other name. */
export function fileOfFeed(env: Pick<Shop['env'], 'SHOP_DATA'>, settings: ProductFeedsSettings, name: string) {
  const feed = settings.files.find((each) => feedName(each) === name)
  return feed && feedFile(env, feed)
}

export async function hasFeedFile(env: Pick<Shop['env'], 'SHOP_DATA'>, feed: ProductFeed): Promise<boolean> {
  return (await stat(feedFile(env, feed)).catch(() => undefined)) !== undefined
}

/** Another process may know newer settings. */
const newFileMs = 60_000

/** Deletes files of feeds that are not in the settings any more; new ones stay until a later run. */
export async function deleteOtherFeedFiles(
  env: Pick<Shop['env'], 'SHOP_DATA'>,
  { files }: ProductFeedsSettings,
): Promise<void> {
  const kept = files.map((feed) => `${feedName(feed)}-${feed.currency}.xml.gz`)
  for (const name of await readdir(feedFolder(env)).catch(() => [])) {
    if (!ownFile.test(name) || kept.some((each) => name.startsWith(each))) continue
    const file = join(feedFolder(env), name)
    const found = await stat(file).catch(() => undefined)
    if (found && Date.now() - found.mtimeMs > newFileMs) await rm(file, { force: true })
  }
}
