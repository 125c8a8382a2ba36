import { expect, test } from 'vitest'
import { settingsJson } from '../../../../src/server/platform/db/json-columns.ts'
import { changeSettings } from '../../../../src/server/platform/settings/change-settings.ts'
import type { Json } from '../../../../src/server/platform/settings/setting-names.ts'
import { putSettings } from '../../../../src/server/platform/settings/settings-queries.ts'
import { shownSettings } from '../../../../src/server/platform/settings/show-settings.ts'
import { freshShop } from '../../../support/test-shop.ts'

test('stored settings that do not count are mended beside a delivery method without a zone', async () => {
  await using shop = await freshShop()
  const { delivery, company } = shop.settings.all
  const post = { id: 'post', kind: 'home', zones: [], days: [1, 3], bands: [{ upToGrams: 20_000, price: '5.90' }] }
  const stored = {
    delivery: { ...delivery, methods: [...delivery.methods, post] },
    company: { ...company, vatNumber: 'wrong' },
  }
  for (const [name, value] of Object.entries(stored))
    await shop.db.transaction().execute((trx) =>
      putSettings(trx, {
        name: name as keyof typeof stored,
        value: settingsJson.write(value as unknown as Record<string, Json>),
        changed_at: '2026-01-01',
      }),
    )
  const change = { by: 'operator:test', now: new Date('2026-02-01') }
  await changeSettings(shop.db, [['company.vatNumber', company.vatNumber]], change)
  // Now they count, and a further method without a zone is refused.
  const { delivery: shown } = (await shownSettings(shop.db)).values as { delivery: { methods: { id: string }[] } }
  expect(shown.methods.map(({ id }) => id)).toContain('post')
  const second = { ...delivery, methods: [...delivery.methods, post, { ...post, id: 'post-2' }] }
  await expect(changeSettings(shop.db, [['delivery', second as unknown as Json]], change)).rejects.toThrow('post-2')
})
