import type { TriedSearch } from '../../../contracts/console/search.ts'
import type { Language } from '../../../domain/places/locales.ts'
import { deviceName } from '../../../domain/products/devices.ts'
import type { ShopDatabase } from '../../platform/db/connect.ts'
import { readQuery } from '../../search/reading/read-query.ts'
import { hintsFor, type ProposedHint } from '../../search/search-hints.ts'
import { searchProducts } from '../../search/search-products.ts'
import type { Synonym } from './edit-synonyms.ts'
import { namedHits } from './hit-names-queries.ts'

/** A change that has not been saved: what a phrase means instead of what is stored, and one trigger more. */
export type Proposed = { synonym?: Synonym | undefined; hint?: ProposedHint | undefined }

type Source = Pick<ShopDatabase, 'db' | 'searchDb' | 'kind'>

const maxHits = 20
const maxDevices = 5

/** Searches as shoppers do, as if a change had been saved; nothing is written, and no miss is noted. */
export async function trySearch(
  source: Source,
  { query, language }: { query: string; language: Language },
  { synonym, hint }: Proposed = {},
): Promise<TriedSearch> {
  const within = { ...source, ...(synonym ? { proposed: synonym } : {}) }
  const read = await readQuery(within, query)
  const { ids, total, reading } = await searchProducts(within, { query, language, limit: maxHits, offset: 0 })
  const names = new Map((await namedHits(source.db, language, ids)).map((row) => [row.id, row]))
  return {
    parts: (read?.parts ?? []).map(({ text, also }) => ({ text, also })),
    devices: (read?.devices ?? []).slice(0, maxDevices).map((device) => deviceName(device)),
    dropped: reading.dropped,
    corrections: reading.corrections,
    total,
    hits: ids.flatMap((id) => {
      const row = names.get(id)
      return row ? [{ id, sku: row.sku, name: row.name ?? '' }] : []
    }),
    hints: (await hintsFor(source, { query, language }, hint)).map(({ hint: text, url, url_title: urlTitle }) => ({
      hint: text,
      url,
      urlTitle,
    })),
  }
}
