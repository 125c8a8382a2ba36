import { guideText, maxStepTextLength, type GuideStep, type GuideText } from '../../domain/products/guides.ts'
import { slugify } from '../../domain/products/slugs.ts'
import { href } from '../../routes.ts'
import { redirect } from '../catalog/maintenance/write-queries.ts'
import { guideJson } from '../platform/db/json-columns.ts'
import type { DatabaseTransaction } from '../platform/db/tables.ts'
import { ContentError, type ContentItem, type Editing, type GuideRow } from './content-item.ts'
import { guideRow, insertGuide, knownCategories, knownPictures, knownSkus } from './guides/guide-edit-queries.ts'
import { guideBySlug } from './guides/guide-page-queries.ts'
import { stepText } from './guides/step-texts.ts'
import { inTransaction } from './in-transaction.ts'
import { refuseLostEdit, writeDraft, writeShown } from './items.ts'

/**
 * Saves a draft of a guide, JSON as `GuideText` says, which shoppers do not see until it is published. A new guide's
 * address is derived from its title. Throws ContentError for invalid JSON, and for parts, categories and pictures that
 * the shop does not have.
 */
export async function saveGuide(editing: Editing, item: ContentItem, json: string): Promise<void> {
  const guide = readGuide(json)
  await inTransaction(editing.db, async (trx) => {
    await refuseUnknown(trx, guide)
    const within = { ...editing, db: trx }
    const row = (await guideRow(trx, item.id, item.language)) ?? (await newGuide(within, item, guide.title))
    const next = { ...row, draft: guideJson.write(guide), updated_at: editing.now().toISOString() }
    refuseLostEdit(await writeDraft(within, next, row.updated_at))
  })
}

/** Changes a guide's address at once; the old one redirects to it. */
export async function renameGuide(editing: Editing, item: ContentItem, slug: string): Promise<void> {
  const row = await guideRow(editing.db, item.id, item.language)
  if (!row) throw new ContentError(`There is no guide "${item.id}" in ${item.language}.`)
  if (row.slug === slug) return
  await refuseTakenSlug(editing, item, slug)
  const pathOf = (each: string) => href(item.language, 'guide', { slug: each })
  refuseLostEdit(
    await writeShown(editing, { ...row, slug }, row.updated_at, {
      event: 'address',
      also: (trx) => redirect(trx, pathOf(row.slug), pathOf(slug)),
    }),
  )
}

function readGuide(json: string): GuideText {
  const read = guideText.safeParse(parsed(json))
  if (read.success) return { ...read.data, steps: read.data.steps.map(cleanStep) }
  const [issue] = read.error.issues
  const field = issue?.path.join('.') ?? ''
  throw new ContentError(`The guide is not valid at "${field}": ${issue?.message}.`, 'guide_invalid', field)
}

/** Keeps of the HTML of a step what it may have; its plain text follows from it. */
function cleanStep({ html, ...step }: GuideStep): GuideStep {
  if (html === undefined) return step
  const own = stepText(html)
  if (own.text === '' || own.text.length > maxStepTextLength)
    throw new ContentError('The text of a step is empty or too long.', 'guide_invalid', `steps: ${step.title}`)
  return { ...step, ...own }
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch (error) {
    throw new ContentError(`The guide is no JSON: ${error instanceof Error ? error.message : error}.`)
  }
}

async function refuseUnknown(trx: DatabaseTransaction, { appliesTo, tools, parts, steps }: GuideText): Promise<void> {
  const named = {
    part: [[...appliesTo.parts, ...tools, ...parts.numbers], knownSkus],
    category: [[appliesTo.category, parts.category].flatMap((id) => id ?? []), knownCategories],
    picture: [steps.flatMap(({ picture }) => picture ?? []), knownPictures],
  } as const
  for (const [what, [wanted, read]] of Object.entries(named)) {
    const known = new Set(await read(trx, wanted))
    const unknown = wanted.filter((each) => !known.has(each))
    if (unknown.length > 0)
      throw new ContentError(`The shop has no ${what} ${unknown.join(', ')}.`, 'guide_unknown', unknown.join(', '))
  }
}

async function newGuide(editing: Editing, item: ContentItem, title: string): Promise<GuideRow> {
  const slug = slugify(title) || slugify(item.id)
  await refuseTakenSlug(editing, item, slug)
  const row: GuideRow = {
    id: item.id,
    language: item.language,
    slug,
    draft: null,
    published: null,
    publish_at: null,
    updated_at: editing.now().toISOString(),
  }
  await insertGuide(editing.db, row)
  return row
}

async function refuseTakenSlug({ db }: Editing, { language }: ContentItem, slug: string): Promise<void> {
  if (slug === '' || slugify(slug) !== slug)
    throw new ContentError(
      `"${slug}" cannot be an address: use lower-case letters a to z, digits and hyphens.`,
      'address_invalid',
      slug,
    )
  if ((await guideBySlug(db, language, slug)) !== undefined)
    throw new ContentError(
      `The address ${href(language, 'guide', { slug })} is taken by another guide.`,
      'address_taken',
      href(language, 'guide', { slug }),
    )
}
