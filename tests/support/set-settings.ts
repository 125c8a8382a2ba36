import { changeSettings } from '../../src/server/platform/settings/change-settings.ts'
import type { Json } from '../../src/server/platform/settings/setting-names.ts'
import type { Shop } from '../../src/server/platform/shop.ts'

/** Changes settings like the operator, and waits until this process has read them. */
export async function setSettings(
  shop: Pick<Shop, 'db' | 'now' | 'settings'>,
  ...values: readonly (readonly [name: string, value: Json | undefined])[]
): Promise<void> {
  await changeSettings(shop.db, values, { by: 'operator:test', now: shop.now() })
  await shop.settings.refresh()
}
