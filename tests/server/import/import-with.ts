import { importFeed, type ImportOptions } from '../../../src/server/catalog/import/import-feed.ts'
import { parseProfile } from '../../../src/server/catalog/import/profile/profile.ts'
import type { TestDatabase } from '../../support/test-database.ts'
import { withFeed } from './imported-product.ts'

/** A profile with what every profile needs; `more` adds settings and replaces these. */
function profileOf(more: Record<string, unknown> = {}) {
  return parseProfile(
    {
      name: 'tested',
      id: ['sku'],
      sku: { column: 'sku' },
      texts: { en: { name: '{name}' }, sv: { name: '{name}' } },
      category: { en: ['Parts'], sv: ['Delar'] },
      ...more,
    },
    'tested.json',
  )
}

/** Imports a text as a file of that name, with the settings of the profile that a test is about. */
export async function importText(
  shop: Pick<TestDatabase, 'db' | 'kind'>,
  [name, text]: readonly [name: string, text: string | Buffer],
  more: Record<string, unknown> = {},
  options: Partial<ImportOptions> = {},
) {
  const reports: Awaited<ReturnType<typeof importFeed>>[] = []
  await withFeed(
    text,
    async (file) => {
      reports.push(
        await importFeed(file, profileOf(more), {
          db: shop.db,
          kind: shop.kind,
          now: new Date('2026-02-01T00:00:00.000Z'),
          dryRun: false,
          onProgress: () => {},
          drawings: { idOf: () => undefined, make: async () => [] },
          productPath: (language, slug) => `/${language}/${slug}`,
          ...options,
        }),
      )
    },
    name,
  )
  const [report] = reports
  if (!report) throw new Error('The import has no report.')
  return report
}
