import type * as z from 'zod/mini'
import type { newItemForm } from '../../../contracts/console/content.ts'
import { isLanguage, languages } from '../../../domain/places/locales.ts'
import { slugify } from '../../../domain/products/slugs.ts'
import type { Editing } from '../../content/content-item.ts'
import { readItem } from '../../content/items.ts'
import { valuesOf } from '../../content/records/item-values.ts'
import { saveValues } from '../../content/records/save-values.ts'
import type { Queryable } from '../../platform/db/tables.ts'
import type { ConsoleContext } from '../frame/console-context.ts'
import { ConsoleError } from '../frame/console-error.ts'
import { itemPath, onContent, type ItemKey } from './on-content.ts'

/** Makes a page or guide with a title in one language and leads to it. */
export async function makeItem(
  context: ConsoleContext,
  { kind, language, title }: z.output<typeof newItemForm>,
): Promise<string> {
  if (!kind || !isLanguage(language)) throw new ConsoleError('not_possible')
  const id = slugify(title)
  if (id === '') throw new ConsoleError('content_title_missing')
  const item = { kind, id: await freeId(context.shop.db, kind, id) }
  await onContent(context, 'content.make', item, (editing) =>
    saveValues(editing, { ...item, language }, kind === 'page' ? { title, html: '' } : firstGuide(title)),
  )
  return itemPath(item)
}

/** What a guide cannot be without. */
function firstGuide(title: string) {
  return {
    title,
    introduction: title,
    difficulty: 'easy',
    from: '10',
    to: '20',
    'steps.0.title': title,
    'steps.0.text': title,
  }
}

/** Makes a copy of a page or guide as a draft in every language that it has, and leads to it. */
export async function copyItem(context: ConsoleContext, item: ItemKey): Promise<string> {
  if (item.kind === 'widget') throw new ConsoleError('not_possible')
  const copy = { kind: item.kind, id: await freeId(context.shop.db, item.kind, item.id) }
  await onContent(context, 'content.copy', copy, (editing) => copyInto(editing, item, copy))
  return itemPath(copy)
}

async function copyInto(editing: Editing, item: ItemKey, copy: ItemKey): Promise<void> {
  let isEmpty = true
  for (const language of languages) {
    const row = await readItem(editing.db, { ...item, language })
    if (!row) continue
    isEmpty = false
    const { slug: _own, ...values } = valuesOf(item.kind, row)
    await saveValues(editing, { ...copy, language }, { ...values, title: `${values['title']} (${copy.id})` })
  }
  if (isEmpty) throw new ConsoleError('unknown')
}

/** The id, or with a number behind it one that no item has. */
async function freeId(db: Queryable, kind: ItemKey['kind'], id: string): Promise<string> {
  const base = id.slice(0, 80).replace(/-\d{1,3}$/, '')
  for (let number = 1; number < 1_000; number += 1) {
    const candidate = number === 1 ? id.slice(0, 80) : `${base}-${number}`
    const rows = await Promise.all(languages.map((language) => readItem(db, { kind, id: candidate, language })))
    if (rows.every((row) => row === undefined)) return candidate
  }
  throw new ConsoleError('not_possible')
}
