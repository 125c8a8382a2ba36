import { slugify } from '../../domain/products/slugs.ts'
import { href, matchScreen } from '../../routes.ts'
import { redirect } from '../catalog/maintenance/write-queries.ts'
import { cleanedContent } from '../platform/sanitize.ts'
import { ContentError, type ContentItem, type Editing, type PageRow } from './content-item.ts'
import { insertPage, pageRow } from './edit-queries.ts'
import { refuseLostEdit, writeDraft, writeShown } from './items.ts'
import { withoutPlaceholders } from './placeholders.ts'
import { contentPageBySlug } from './queries.ts'

export type PageDraft = { html?: string | undefined; title?: string | undefined; description?: string | undefined }

/**
 * Saves a draft of a content page, which shoppers do not see until it is published. Omitted fields are not changed. A
 * new page needs a title, from which its address is derived.
 */
export async function savePage(
  editing: Editing,
  item: ContentItem,
  { html, title, description }: PageDraft,
): Promise<void> {
  const row = (await pageRow(editing.db, item.id, item.language)) ?? (await newPage(editing, item, title))
  const next = {
    ...row,
    draft: html === undefined ? row.draft : cleanedContent(html),
    draft_title: title ?? row.draft_title,
    draft_description: description ?? row.draft_description,
  }
  refuseLostEdit(await writeDraft(editing, { ...next, updated_at: editing.now().toISOString() }, row.updated_at))
}

/** Changes a page's address at once; the old one redirects to it. */
export async function renamePage(editing: Editing, item: ContentItem, slug: string): Promise<void> {
  const row = await pageRow(editing.db, item.id, item.language)
  if (!row) throw new ContentError(`There is no page "${item.id}" in ${item.language}.`)
  if (row.slug === slug) return
  await refuseTakenSlug(editing, item, slug)
  const pathOf = (each: string) => href(item.language, 'page', { slug: each })
  refuseLostEdit(
    await writeShown(editing, { ...row, slug }, row.updated_at, {
      event: 'address',
      also: (trx) => redirect(trx, pathOf(row.slug), pathOf(slug)),
    }),
  )
}

async function newPage(editing: Editing, item: ContentItem, title: string | undefined): Promise<PageRow> {
  if (!title)
    throw new ContentError(`There is no page "${item.id}" in ${item.language} yet: give it a title.`, 'title_missing')
  const slug = slugify(withoutPlaceholders(title)) || slugify(item.id)
  await refuseTakenSlug(editing, item, slug)
  const row: PageRow = {
    id: item.id,
    language: item.language,
    slug,
    title: '',
    description: '',
    published: null,
    publish_at: null,
    draft: null,
    draft_title: title,
    draft_description: null,
    updated_at: editing.now().toISOString(),
  }
  await insertPage(editing.db, row)
  return row
}

/** Throws ContentError when the slug is invalid or used by another page or screen; it may have several segments. */
async function refuseTakenSlug({ db }: Editing, { language }: ContentItem, slug: string): Promise<void> {
  if (slug === '' || slug.split('/').some((segment) => slugify(segment) !== segment)) {
    throw new ContentError(
      `"${slug}" cannot be an address: use lower-case letters a to z, digits and hyphens.`,
      'address_invalid',
      slug,
    )
  }
  const path = href(language, 'page', { slug })
  const isTaken = matchScreen(path)?.screen !== 'page' || (await contentPageBySlug(db, language, slug)) !== undefined
  if (isTaken) throw new ContentError(`The address ${path} is taken by another page.`, 'address_taken', path)
}
