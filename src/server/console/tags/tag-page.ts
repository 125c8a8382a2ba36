import { consolePath } from '../../../console-routes.ts'
import { undoForm } from '../../../contracts/console/staff.ts'
import { tagForm, tagMergeForm, tagRemoveForm, type TagFields, type TagPage } from '../../../contracts/console/tags.ts'
import type { Language } from '../../../domain/places/locales.ts'
import { href } from '../../../routes.ts'
import { CatalogError } from '../../catalog/catalog-error.ts'
import { changeTag, makeTag, mergeTags, removeTag, type TagTexts } from '../../catalog/tags/edit-tag.ts'
import { tagsNamed, tagTexts } from '../../catalog/tags/tag-queries.ts'
import { may } from '../../identity/staff/staff-session.ts'
import type { Shop } from '../../ordering/shop.ts'
import { audited } from '../../platform/audit/audit.ts'
import { lockImports } from '../../platform/db/locks/lock-imports.ts'
import type { DatabaseTransaction, Row } from '../../platform/db/tables.ts'
import { hashSecret, newId } from '../../platform/ids.ts'
import type { ConsoleContext } from '../frame/console-context.ts'
import { ConsoleError } from '../frame/console-error.ts'
import { consoleAction, consoleScreen } from '../frame/console-screen.ts'
import { recordChanged } from '../frame/record-changed.ts'
import { fieldsWithout, undoableHistory, type Undoing } from '../staff/undo-record.ts'
import { countTagged, otherTagNames } from './tag-list-queries.ts'
import { tagIn, tagLog } from './tag-log.ts'

const permission = 'products.change'
const maxOthers = 500
const none: TagFields = { name_sv: '', name_en: '', slug_sv: '', slug_en: '', description_sv: '', description_en: '' }
type Texts = readonly Row<'product_tag_texts'>[]

/** The form that makes a tag. */
export const newTagScreen = consoleScreen<TagPage>({
  screen: 'tag-new',
  permission,
  load: (context) => contentOf(context, '', []),
  actions: {
    make: consoleAction({
      permission,
      form: tagForm,
      run: async ({ shop, session }, fields) => {
        const id = newId(shop.now().getTime())
        const subject = { kind: 'tag', id, label: fields[`name_${session.staff.language}`] }
        const action = { operation: 'tags.make', subject, fields: tagLog(id) }
        await audited(shop, session.actor, action, (own) => makeTag(own, id, textsIn(fields)))
        return consolePath('tag', { id })
      },
    }),
  },
})

/** One tag: its names, addresses and descriptions; it is merged into another one, or deleted. */
export const tagScreen = consoleScreen<TagPage>({
  screen: 'tag',
  permission: 'products.view',
  doneElsewhere: ['make', 'merge', 'restore'],
  load: async (context) => {
    const texts = await tagTexts(context.shop.db, requestedId(context))
    return texts.length === 0 ? undefined : contentOf(context, requestedId(context), texts)
  },
  actions: {
    change: consoleAction({
      permission,
      form: tagForm,
      run: (context, { version, ...fields }) =>
        onTag(context, { operation: 'tags.change', version }, (shop, id) => changeTag(shop, id, textsIn(fields))),
    }),
    undo: consoleAction({
      permission,
      form: undoForm,
      run: async (context, { entry }) => {
        const { db } = context.shop
        const version = versionOf(await tagTexts(db, requestedId(context)))
        const former = tagIn(await fieldsWithout(context, await undoingOf(context, requestedId(context)), entry))
        if (!former) throw new ConsoleError('not_possible')
        await onTag(context, { operation: 'tags.undo', version }, (shop, id) => changeTag(shop, id, former.texts))
      },
    }),
    merge: consoleAction({
      permission,
      form: tagMergeForm,
      run: async (context, { version, into, sure }) => {
        const intoId = await tagNamed(context, into)
        if (sure !== 'yes') throw new ConsoleError('not_sure')
        await onTag(context, { operation: 'tags.merge', version, note: into }, (shop, id) =>
          mergeTags(shop, id, intoId),
        )
        return consolePath('tag', { id: intoId })
      },
    }),
    remove: consoleAction({
      permission,
      form: tagRemoveForm,
      run: async (context, { version, sure }) => {
        if (sure !== 'yes') throw new ConsoleError('not_sure')
        await onTag(context, { operation: 'tags.remove', version }, (shop, id) => removeTag(shop, id))
        return consolePath('tags')
      },
    }),
  },
})

const requestedId = ({ request }: ConsoleContext): string => (request.params['id'] ?? '').slice(0, 140)
const versionOf = (texts: Texts): string => hashSecret(JSON.stringify(texts)).slice(0, 20)

async function tagNamed({ shop }: ConsoleContext, text: string): Promise<string> {
  const [id, ...more] = text === '' ? [] : await tagsNamed(shop.db, text)
  if (id === undefined || more.length > 0)
    throw new CatalogError('catalog_tag_unknown', 'There is no such tag.', { name: text.slice(0, 120) }, 'into')
  return id
}

async function undoingOf({ shop }: ConsoleContext, id: string): Promise<Undoing> {
  const now = await shop.db.transaction().execute((trx) => tagLog(id)(trx))
  return { subject: { kind: 'tag', id }, operations: ['tags.change', 'tags.undo'], now, permission }
}

type Wanted = { operation: string; version: string; note?: string }

async function onTag(
  context: ConsoleContext,
  { operation, version, note = '' }: Wanted,
  work: (shop: Shop, id: string) => Promise<void>,
): Promise<void> {
  const id = requestedId(context)
  const texts = await tagTexts(context.shop.db, id)
  const { language } = context.session.staff
  const label = texts.find((each) => each.language === language)?.name
  if (label === undefined) throw new ConsoleError('unknown')
  const subject = { kind: 'tag', id, label }
  const guard = async (trx: DatabaseTransaction) => {
    // Of two people at the same time, the second reads what the first has written.
    await lockImports(trx)
    const current = await tagTexts(trx, id)
    if (current.length === 0) throw new ConsoleError('unknown')
    if (versionOf(current) !== version) throw await recordChanged(trx, subject)
  }
  const action = { operation, subject, guard, note, fields: tagLog(id) }
  await audited(context.shop, context.session.actor, action, (shop) => work(shop, id))
}

/** Browsers send line breaks as CRLF. */
function textsIn(fields: TagFields): TagTexts {
  const textIn = (language: Language) => ({
    name: fields[`name_${language}`],
    slug: fields[`slug_${language}`],
    description: fields[`description_${language}`].replaceAll('\r\n', '\n'),
  })
  return { en: textIn('en'), sv: textIn('sv') }
}

async function contentOf(context: ConsoleContext, id: string, texts: Texts): Promise<TagPage> {
  const { shop, session } = context
  const { language } = session.staff
  const isNew = texts.length === 0
  const fields = Object.fromEntries(
    texts.flatMap((text) =>
      (['name', 'slug', 'description'] as const).map((key) => [`${key}_${text.language}`, text[key]]),
    ),
  )
  return {
    id,
    version: isNew ? '' : versionOf(texts),
    name: texts.find((each) => each.language === language)?.name ?? '',
    fields: { ...none, ...fields },
    products: isNew ? 0 : await countTagged(shop.db, id),
    addresses: texts.map(({ language: each, slug }) => {
      const path = href(each, 'product-tag', { slug })
      return { language: each, path, address: shop.env.ORIGIN + path }
    }),
    others: isNew ? [] : await otherTagNames(shop.db, language, id, maxOthers),
    audit: isNew ? [] : await undoableHistory(context, await undoingOf(context, id)),
    mayChange: may(session, permission),
  }
}
