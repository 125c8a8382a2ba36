import type * as z from 'zod/mini'
import type { deleteItemForm, ItemInput, takeBackForm } from '../../../contracts/console/content.ts'
import { momentAt } from '../../../domain/places/home-clock.ts'
import { languages, type Language } from '../../../domain/places/locales.ts'
import { formatMoment } from '../../../i18n/formats.ts'
import type { Editing } from '../../content/content-item.ts'
import { readItem } from '../../content/items.ts'
import { publish, unpublish, unschedule } from '../../content/publish.ts'
import { deleteItem } from '../../content/records/delete-item.ts'
import { valuesOf, valuesOfVersion, type Values } from '../../content/records/item-values.ts'
import { missingPictures, withoutPictures } from '../../content/records/missing-pictures.ts'
import { mergeValues, saveValues, unseenFields } from '../../content/records/save-values.ts'
import { versionByNumber } from '../../content/version-queries.ts'
import { hasDraft } from '../../content/versions.ts'
import type { DatabaseTransaction, Queryable } from '../../platform/db/tables.ts'
import type { ConsoleContext } from '../frame/console-context.ts'
import { ConsoleError } from '../frame/console-error.ts'
import { recordChanged } from '../frame/record-changed.ts'
import { requestedItem, onContent, type ItemKey } from './on-content.ts'

type Within = Editing & { db: DatabaseTransaction }
type Step = (editing: Within, item: ItemKey, chosen: readonly Language[]) => Promise<void>

export const saveItem = (context: ConsoleContext, input: ItemInput) => onForm(context, 'content.save', input)

export const publishItem = (context: ConsoleContext, input: ItemInput) =>
  onForm(context, 'content.publish', input, (editing, item, chosen) => publishDrafts(editing, item, chosen))

export async function scheduleItem(context: ConsoleContext, input: ItemInput): Promise<void> {
  const { home } = context.shop.settings.all
  const from = momentAt(input.day, input.time, home)
  if (!from) throw new ConsoleError('content_time_invalid')
  if (from <= context.shop.now()) throw new ConsoleError('content_past')
  await onForm(context, 'content.schedule', input, (editing, item, chosen) =>
    publishDrafts(editing, item, chosen, from),
  )
}

export const unscheduleItem = (context: ConsoleContext, input: ItemInput) =>
  onForm(context, 'content.unschedule', input, (editing, item, chosen) =>
    inEach(editing, item, chosen, {
      appliesTo: (row) => row.publish_at !== null,
      run: (language) => unschedule(editing, { ...item, language }),
    }),
  )

export const unpublishItem = (context: ConsoleContext, input: ItemInput) =>
  onForm(context, 'content.unpublish', input, (editing, item, chosen) =>
    inEach(editing, item, chosen, {
      appliesTo: (row) => row.published !== null || row.publish_at !== null,
      run: (language) => unpublish(editing, { ...item, language }),
      fault: 'content_not_published',
    }),
  )

/** Makes a version the draft of its language, without the pictures that the shop no longer has. */
export async function takeBack(context: ConsoleContext, { number }: z.output<typeof takeBackForm>): Promise<void> {
  const item = requestedItem(context)
  await onContent(context, 'content.take_back', item, async (editing) => {
    const version = await versionByNumber(editing.db, item, Number(/^\d+$/.test(number) ? number : -1))
    if (!version) throw new ConsoleError('unknown')
    const { language } = version
    const stored = valuesOf(item.kind, await readItem(editing.db, { ...item, language }))
    const missing = await missingPictures({ db: editing.db, kind: context.shop.kind }, [version])
    const { slug: _address, ...kept } = withoutPictures(valuesOfVersion(version), missing.get(version.number) ?? [])
    // The steps that a guide has got since are taken away.
    const steps = Object.keys(stored).filter((name) => name.startsWith('steps.') && kept[name] === undefined)
    const changes: Values = { ...Object.fromEntries(steps.map((name) => [name, ''])), ...kept }
    const different = Object.entries(changes).filter(([name, text]) => text !== stored[name])
    if (different.length === 0) throw new ConsoleError('nothing_changed')
    await saveValues(editing, { ...item, language }, Object.fromEntries(different))
  })
}

/** Deletes a page or guide for good; its addresses lead to another path, or nowhere. */
export async function removeItem(
  context: ConsoleContext,
  { target, sure }: z.output<typeof deleteItemForm>,
): Promise<void> {
  const { kind, id } = requestedItem(context)
  if (sure !== 'yes') throw new ConsoleError('not_sure')
  if (kind === 'widget') throw new ConsoleError('not_possible')
  await onContent(context, 'content.delete', { kind, id }, (editing) => deleteItem(editing, { kind, id }, target))
}

/** Saves what was typed and then takes a step for the chosen languages, all or nothing. */
async function onForm(context: ConsoleContext, operation: string, input: ItemInput, step?: Step): Promise<void> {
  const item = requestedItem(context)
  const chosen = languages.filter((language) => input.languages !== (language === 'sv' ? 'en' : 'sv'))
  await onContent(context, operation, item, async (editing) => {
    for (const language of languages)
      await saveSide(context, editing, { item, language, input, isStrict: step !== undefined })
    await step?.(editing, item, chosen)
  })
}

type Side = { item: ItemKey; language: Language; input: ItemInput; isStrict: boolean }

/**
 * Saves what somebody changed in one language. Refuses it when somebody else has changed the same field; a step that
 * shoppers see (`isStrict`) is refused when anything of the item has changed that the person has not seen.
 */
async function saveSide(
  context: ConsoleContext,
  editing: Within,
  { item, language, input, isStrict }: Side,
): Promise<void> {
  const typed = under(language, input['set:'])
  if (Object.keys(typed).length === 0) return
  const row = await readItem(editing.db, { ...item, language })
  const stored = valuesOf(item.kind, row)
  const was = under(`set:${language}`, input['was:'])
  const { changes, conflicts } = mergeValues(stored, { typed, was })
  const unseen = isStrict ? unseenFields(stored, { typed, was }) : []
  if (conflicts.length > 0 || unseen.length > 0) throw await changedMeanwhile(editing.db, item)
  if (Object.keys(changes).length === 0) return
  refuseOtherPlan(context, input['was:'].get(`plan.${language}`), row?.publish_at ?? '')
  await saveValues(editing, { ...item, language }, changes)
}

/**
 * Refuses a draft whose publication was planned, called off or carried out since the person opened it: it would be
 * published at a time that they do not know of, or not when they think that it is.
 */
function refuseOtherPlan({ shop, session }: ConsoleContext, was: string | undefined, now: string): void {
  if (was === undefined || was === now) return
  if (now === '') throw new ConsoleError('content_plan_over')
  const reader = { language: session.staff.language, home: shop.settings.all.home }
  throw new ConsoleError('content_planned', { when: formatMoment(now, reader) })
}

function changedMeanwhile(db: Queryable, { kind, id }: ItemKey): Promise<ConsoleError> {
  return recordChanged(db, { kind: 'content', id: `${kind}:${id}` })
}

/** The fields under a name and a full stop. */
function under(name: string, fields: ReadonlyMap<string, string>): Values {
  const beginning = `${name}.`
  const own = [...fields].filter(([each]) => each.startsWith(beginning))
  return Object.fromEntries(own.map(([each, text]) => [each.slice(beginning.length), text]))
}

function publishDrafts(editing: Within, item: ItemKey, chosen: readonly Language[], from?: Date): Promise<void> {
  return inEach(editing, item, chosen, {
    appliesTo: hasDraft,
    run: (language) => publish(editing, { ...item, language }, from),
  })
}

type Row = NonNullable<Awaited<ReturnType<typeof readItem>>>
type Each = {
  appliesTo: (row: Row) => boolean
  run: (language: Language) => Promise<void>
  fault?: 'content_not_published'
}

/** Does something in each chosen language that it is meant for; refuses when that is none. */
async function inEach(editing: Within, item: ItemKey, chosen: readonly Language[], each: Each): Promise<void> {
  let isDone = false
  for (const language of chosen) {
    const row = await readItem(editing.db, { ...item, language })
    if (!row || !each.appliesTo(row)) continue
    isDone = true
    await each.run(language)
  }
  if (!isDone) throw new ConsoleError(each.fault ?? 'content_no_draft')
}
