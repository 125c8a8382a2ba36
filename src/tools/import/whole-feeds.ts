import type { FeedReport } from '../../server/catalog/import/feed-report.ts'
import { dropMissing } from '../../server/catalog/import/missing/drop-missing.ts'
import type { Profile } from '../../server/catalog/import/profile/profile.ts'
import type { UpdateProfile } from '../../server/catalog/import/profile/update-profile.ts'
import { SeenProducts } from '../../server/catalog/import/seen-queries.ts'

/** The feeds of one command, each of which may have several files; what is in none of them is missing. */
export class WholeFeeds {
  readonly #feeds = new Map<string, { profile: Profile | UpdateProfile; seen: SeenProducts }>()

  /** Where to note the products of a file; undefined when its profile keeps products that are missing. */
  seenOf(profile: Profile | UpdateProfile): SeenProducts | undefined {
    if (profile.missing === 'keep') return undefined
    const feed = this.#feeds.get(profile.name) ?? { profile, seen: new SeenProducts() }
    this.#feeds.set(profile.name, feed)
    return feed.seen
  }

  /** Handles what is missing in feeds of which every file was imported, and tells it in their last reports. */
  async dropMissing(reports: FeedReport[], options: Parameters<typeof dropMissing>[2]): Promise<void> {
    for (const { profile, seen } of this.#feeds.values()) {
      const own = reports.filter((report) => report.profile === profile.name)
      const last = own.at(-1)
      if (!last || own.some(({ error }) => error !== null)) continue
      const created = own.reduce((sum, report) => sum + report.created, 0)
      last.missing = await dropMissing(profile, seen, { ...options, created })
    }
  }

  [Symbol.dispose](): void {
    for (const { seen } of this.#feeds.values()) seen[Symbol.dispose]()
  }
}
