import { newSecret } from '../../platform/ids.ts'
import { readOrCreateSetting } from '../../platform/setting-queries.ts'
import type { Shop } from '../../platform/shop.ts'

/**
 * Returns the key that signs preview links: PREVIEW_SECRET, or a random one stored in the database so that commands
 * and servers share it. It protects drafts only, which anyone with access to the database can read anyway.
 */
export async function previewSecret({ db, env }: Pick<Shop, 'db' | 'env'>): Promise<string> {
  return env.PREVIEW_SECRET ?? (await readOrCreateSetting(db, 'preview_secret', newSecret()))
}
