import { sql } from 'kysely'
import type { Language } from '../../../domain/places/locales.ts'
import type { DatabaseKind } from '../../platform/db/connect.ts'
import type { Database, Queryable } from '../../platform/db/tables.ts'
import type { ContentKind } from '../content-item.ts'

type Services = { db: Database; kind: DatabaseKind }

/** An item in one language without its texts. */
export type ContentHead = {
  readonly kind: ContentKind
  readonly id: string
  readonly language: Language
  readonly slug: string
  readonly title: string
  readonly isPublished: boolean
  readonly isHidden: boolean
  readonly hasDraft: boolean
  readonly publishAt: string | null
  readonly updatedAt: string
}

const yes = (condition: ReturnType<typeof sql<boolean>>) => sql<number>`case when ${condition} then 1 else 0 end`

/** Every item in every language, in no order. */
export async function contentHeads({ db, kind }: Services): Promise<ContentHead[]> {
  const shared = ['language', 'slug', 'publish_at', 'updated_at'] as const
  const isPublished = yes(sql<boolean>`published is not null`).as('is_published')
  const pages = await db
    .selectFrom('content_pages')
    .select(['id', ...shared, isPublished])
    .select(sql<string>`coalesce(draft_title, title)`.as('title'))
    .select(
      yes(sql<boolean>`draft is not null or draft_title is not null or draft_description is not null`).as('has_draft'),
    )
    .execute()
  const widgets = await db
    .selectFrom('widgets')
    .select(['slug as id', ...shared, isPublished, 'hidden'])
    .select(yes(sql<boolean>`draft is not null or draft_hidden is not null`).as('has_draft'))
    .execute()
  const guideTitle =
    kind === 'sqlite'
      ? sql<string>`json_extract(coalesce(draft, published), '$.title')`
      : sql<string>`(coalesce(draft, published)::json)->>'title'`
  const guides = await db
    .selectFrom('guides')
    .select(['id', ...shared, isPublished, guideTitle.as('title')])
    .select(yes(sql<boolean>`draft is not null`).as('has_draft'))
    .execute()
  return [
    ...pages.map((row) => headOf('page', { ...row, hidden: 0 })),
    ...widgets.map((row) => headOf('widget', { ...row, title: '' })),
    ...guides.map((row) => headOf('guide', { ...row, hidden: 0 })),
  ]
}

type HeadRow = {
  id: string
  language: Language
  slug: string
  title: string | null
  is_published: number
  has_draft: number
  hidden: number
  publish_at: string | null
  updated_at: string
}

function headOf(kind: ContentKind, row: HeadRow): ContentHead {
  return {
    kind,
    id: row.id,
    language: row.language,
    slug: row.slug,
    title: row.title ?? '',
    isPublished: row.is_published === 1,
    isHidden: row.hidden === 1,
    hasDraft: row.has_draft === 1,
    publishAt: row.publish_at,
    updatedAt: row.updated_at,
  }
}

/** The items whose texts contain a text, in any language. */
export async function itemsWithText(db: Queryable, text: string): Promise<ReadonlySet<string>> {
  const pattern = `%${text.toLowerCase().replaceAll(/[\\%_]/g, '\\$&')}%`
  const has = sql<boolean>`lower(coalesce(draft, '') || ' ' || coalesce(published, '')) like ${pattern} escape '\\'`
  const pages = await db.selectFrom('content_pages').select('id').where(has).execute()
  const widgets = await db.selectFrom('widgets').select('slug as id').where(has).execute()
  const guides = await db.selectFrom('guides').select('id').where(has).execute()
  return new Set([
    ...pages.map(({ id }) => `page:${id}`),
    ...widgets.map(({ id }) => `widget:${id}`),
    ...guides.map(({ id }) => `guide:${id}`),
  ])
}
