import { newSecret } from '../platform/ids.ts'
import type { Shop } from '../platform/shop.ts'
import { keepSetting } from './preview-queries.ts'

/**
 * What signs preview links: PREVIEW_SECRET, or a random one that the database keeps so that commands and servers share
 * it. Whoever can read the database can read the drafts there, so it guards nothing more.
 */
export async function previewSecret({ db, env }: Pick<Shop, 'db' | 'env'>): Promise<string> {
  return env.PREVIEW_SECRET ?? (await keepSetting(db, 'preview_secret', newSecret()))
}
