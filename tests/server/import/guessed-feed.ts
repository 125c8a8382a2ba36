import { guessFeed } from '../../../src/server/catalog/import/guess/guess-feed.ts'
import { importFeed } from '../../../src/server/catalog/import/import-feed.ts'
import { parseProfile } from '../../../src/server/catalog/import/profile/profile.ts'
import type { TestDatabase } from '../../support/test-database.ts'
import { withFeed } from './imported-product.ts'

const drawings = { idOf: () => '', make: async () => [] }
const now = new Date('2026-02-01')

/** Guesses the profile of a file with this content. */
export async function guessed(shop: TestDatabase, text: string | Buffer, file = 'Leverantör A 2026.csv') {
  let found: Awaited<ReturnType<typeof guessFeed>> | undefined
  await withFeed(
    text,
    async (path) => {
      found = await guessFeed(path, { db: shop.db, now, drawings })
    },
    file,
  )
  if (!found) throw new Error('Nothing was guessed.')
  return found
}

/** Imports a file with this content by a profile. */
export async function imported(shop: TestDatabase, text: string | Buffer, json: object, name = 'fans.csv') {
  const { db, kind } = shop
  const profile = parseProfile(JSON.parse(JSON.stringify(json)), 'guessed.json')
  const options = { db, kind, now, dryRun: false, drawings, productPath: () => '/', onProgress: () => {} }
  let report: Awaited<ReturnType<typeof importFeed>> | undefined
  await withFeed(
    text,
    async (file) => {
      report = await importFeed(file, profile, options)
    },
    name,
  )
  if (!report) throw new Error('There is no report.')
  return report
}
