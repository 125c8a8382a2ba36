import type { Language } from '../../../../domain/places/locales.ts'

export type GuideTables = {
  /** `draft` and `published` are JSON (`GuideText`); the draft is published from `publish_at` on. */
  guides: {
    id: string
    language: Language
    slug: string
    draft: string | null
    published: string | null
    publish_at: string | null
    updated_at: string
  }
  /** What published guides apply to: a category's id, a device's slug, a series as `brand/series`, or a part number. */
  guide_targets: {
    kind: 'category' | 'device' | 'series' | 'part'
    target: string
    language: Language
    guide_id: string
  }
  /** How many different buyers bought both products in one order; holds nothing about who they are. */
  bought_together: { product_id: string; related_id: string; buyers: number }
}
