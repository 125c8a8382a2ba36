import { ContentError, type ContentItem, type Editing } from '../content-item.ts'
import { readItem } from '../items.ts'
import { renameGuide, saveGuide } from '../save-guide.ts'
import { renamePage, savePage } from '../save-page.ts'
import { saveWidget } from '../save-widget.ts'
import { guideOfValues, valuesOf, type Values } from './item-values.ts'

/** What somebody typed in a form, and what it had shown them. */
export type TypedValues = { readonly typed: Values; readonly was: Values }

/** The fields of a form that somebody changed, and those of them that somebody else has changed since. */
export type Merged = { readonly changes: Values; readonly conflicts: readonly string[] }

/** Forms send line breaks as CRLF, and fields are stored without space around them. */
function isSame(one: string, other: string): boolean {
  return one.replaceAll('\r\n', '\n').trim() === other.replaceAll('\r\n', '\n').trim()
}

/** Compares what was typed with what the form had shown and with what is stored now. */
export function mergeValues(stored: Values, { typed, was }: TypedValues): Merged {
  const of = (values: Values, name: string) => values[name] ?? ''
  const changed = Object.keys(typed).filter((name) => !isSame(of(typed, name), of(was, name)))
  const changes = changed.filter((name) => !isSame(of(typed, name), of(stored, name)))
  return {
    changes: Object.fromEntries(changes.map((name) => [name, of(typed, name)])),
    conflicts: changes.filter((name) => !isSame(of(stored, name), of(was, name))),
  }
}

/** The fields that are stored otherwise than the form had shown and than they were typed. */
export function unseenFields(stored: Values, { typed, was }: TypedValues): string[] {
  const of = (values: Values, name: string) => values[name] ?? ''
  return Object.keys(was).filter(
    (name) => !isSame(of(stored, name), of(was, name)) && !isSame(of(stored, name), of(typed, name)),
  )
}

/**
 * Saves the changed fields of an item in one language: its texts as a draft, its address at once. Makes the item in a
 * language that it does not have. Throws ContentError, also when the address that was changed is no longer the one
 * shown.
 */
export async function saveValues(editing: Editing, item: ContentItem, changes: Values): Promise<void> {
  const { slug, ...texts } = changes
  const isBefore = (await readItem(editing.db, item)) !== undefined
  if (Object.keys(texts).length > 0) await saveTexts(editing, item, texts)
  if (slug === undefined || item.kind === 'widget') return
  if (slug.trim() === '' && !isBefore) return
  await { page: renamePage, guide: renameGuide }[item.kind](editing, item, slug.trim())
}

async function saveTexts(editing: Editing, item: ContentItem, texts: Values): Promise<void> {
  const { title, description, html, hidden } = texts
  const longest = [title, description, html].find((text) => text !== undefined && text.length > maxTextLength)
  if (longest !== undefined) throw new ContentError('The text is too long.', 'too_long')
  if (item.kind === 'page') {
    if (title !== undefined && title.trim() === '')
      throw new ContentError(`The page "${item.id}" needs a title in ${item.language}.`, 'title_missing')
    return savePage(editing, item, { html, title: title?.trim(), description: description?.trim() })
  }
  if (item.kind === 'widget')
    return saveWidget(editing, item, { html, hidden: hidden === undefined ? undefined : hidden === 'yes' })
  const stored = valuesOf('guide', await readItem(editing.db, item))
  return saveGuide(editing, item, JSON.stringify(guideOfValues({ ...stored, ...texts })))
}

/** The longest text of an item, as the preview takes it. */
const maxTextLength = 200_000
