import { fileURLToPath } from 'node:url'
import { href } from '../../../src/routes.ts'
import { importFeed } from '../../../src/server/catalog/import/import-feed.ts'
import { readProfile } from '../../../src/tools/import/choose-profile.ts'
import type { TestDatabase } from '../../support/test-database.ts'

export const feedFile = (name: string): string =>
  fileURLToPath(new URL(`../../fixtures/feeds/${name}`, import.meta.url))

/** Imports a feed of tests/fixtures/feeds, or another file, with the profile stored there. */
export async function importFixture(
  shop: TestDatabase,
  name: string,
  { dryRun = false, at = '2026-02-01T00:00:00.000Z', maxRejected = { percent: 100 } } = {},
) {
  const profile = await readProfile(feedFile('fans.profile.json'))
  if ('update' in profile || 'own' in profile) throw new Error('The profile is not one of products.')
  return importFeed(name.startsWith('/') ? name : feedFile(name), profile, {
    db: shop.db,
    kind: shop.kind,
    now: new Date(at),
    dryRun,
    maxRejected,
    onProgress: () => {},
    drawings: { idOf: ({ kind, variant }) => `drawing-${kind}-${variant}`, make: async () => [] },
    productPath: (language, slug) => href(language, 'product', { slug }),
  })
}
