import { z } from 'zod'
import { consolePath } from '../../../console-routes.ts'
import {
  triggerForm,
  triggerTexts,
  type Trial,
  type TriggerFields,
  type TriggerPage,
} from '../../../contracts/console/search.ts'
import { undoForm } from '../../../contracts/console/staff.ts'
import { languages } from '../../../domain/places/locales.ts'
import {
  checkedTrigger,
  removeTrigger,
  saveTrigger,
  type TriggerTexts,
} from '../../catalog/search-words/edit-triggers.ts'
import { triggerRows } from '../../catalog/search-words/word-queries.ts'
import { may } from '../../identity/staff/staff-session.ts'
import type { Queryable, Row } from '../../platform/db/tables.ts'
import { newId } from '../../platform/ids.ts'
import type { ConsoleContext } from '../frame/console-context.ts'
import { ConsoleError } from '../frame/console-error.ts'
import { consoleAction, consoleScreen } from '../frame/console-screen.ts'
import { fieldsWithout, undoableHistory, type Undoing } from '../staff/undo-record.ts'
import { parseLanguage, parseMiss, trialOf } from './trial.ts'
import { changeWord, resolveMiss, wordVersion } from './word-action.ts'

const permission = 'products.change'

/** A trigger of the search: `?id=` says which, without it a new one; `?miss=` is the search that it is for. */
export const triggerScreen = consoleScreen<TriggerPage>({
  screen: 'search-trigger',
  permission: 'products.view',
  load: async (context) => {
    const own = requestedTrigger(context)
    const rows = own.id === '' ? [] : await triggerRows(context.shop.db, own.id)
    return own.id !== '' && rows.length === 0 ? undefined : contentOf(context, own, rows)
  },
  actions: {
    try: consoleAction({
      permission,
      form: triggerForm,
      run: async (context, form) => {
        const { id } = requestedTrigger(context)
        const language = parseLanguage(context, form.language)
        const own = { id, query: form.query || form[`trigger_${language}`], language, miss: form.miss }
        const text = checkedTrigger(textsIn(form))[language]
        const hint = text && { id, ...text, url_title: text.urlTitle }
        const trial = await trialOf(context, own, { hint: { id, ...(hint ? { hint } : {}) } })
        const stored = await contentOf(context, own, await triggerRows(context.shop.db, id), trial)
        const typed = { action: 'try', ...fieldsIn(form), ...wasOf(stored.fields) }
        return { content: { ...stored, version: form.version, typed }, isQuestion: true }
      },
    }),
    save: consoleAction({
      permission,
      form: triggerForm,
      run: async (context, form) => {
        const known = requestedTrigger(context).id || undefined
        const texts = checkedTrigger(textsIn(form))
        const id = known ?? newId(context.shop.now().getTime())
        const label = texts.sv?.trigger ?? texts.en?.trigger ?? id
        const action = actionOf('search.trigger', id, label)
        const version = known ? form.version : undefined
        await changeWord(context, { ...action, version }, (shop) =>
          saveTrigger(shop, texts, { id, isNew: known === undefined }),
        )
        await resolveMiss(context, form.miss)
        return consolePath('search-words', {}, { query: form.query || label, language: form.language })
      },
    }),
    undo: consoleAction({
      permission,
      form: undoForm,
      run: async (context, { entry }) => {
        const { id } = requestedTrigger(context)
        const now = fieldsOf(await triggerRows(context.shop.db, id))
        const former = await fieldsWithout(context, undoingOf(id, now), entry)
        const read = z.record(z.string(), z.string()).safeParse(former)
        if (!read.success) throw new ConsoleError('not_possible')
        const texts = textsIn({ ...now, ...read.data })
        const action = actionOf('search.undo', id, texts.sv?.trigger || texts.en?.trigger || id)
        await changeWord(context, { ...action, version: wordVersion(now) }, (shop) =>
          saveTrigger(shop, texts, { id, isNew: false }),
        )
      },
    }),
    remove: consoleAction({
      permission,
      form: triggerForm,
      run: async (context, form) => {
        const { id } = requestedTrigger(context)
        const rows = await triggerRows(context.shop.db, id)
        if (rows.length === 0) throw new ConsoleError('unknown')
        const action = actionOf('search.remove_trigger', id, rows[0]?.trigger ?? id)
        await changeWord(context, { ...action, version: form.version }, (shop) => removeTrigger(shop, id))
        return consolePath('search-words')
      },
    }),
  },
})

type RequestedTrigger = Pick<TriggerPage, 'id' | 'query' | 'language' | 'miss'>

function requestedTrigger(context: ConsoleContext): RequestedTrigger {
  const { searchParams } = context.request.url
  const miss = parseMiss(searchParams.get('miss') ?? '')
  return {
    id: (searchParams.get('id') ?? '').slice(0, 120),
    query: (miss?.query ?? '').slice(0, 200),
    language: miss?.language ?? parseLanguage(context, searchParams.get('language')),
    miss: miss ? `${miss.language}:${miss.query}` : '',
  }
}

async function contentOf(
  context: ConsoleContext,
  own: RequestedTrigger,
  rows: readonly Row<'search_hints'>[],
  trial: Trial | null = null,
): Promise<TriggerPage> {
  const { session } = context
  const isNew = rows.length === 0
  const stored = fieldsOf(rows)
  const fields = isNew && own.miss !== '' ? { ...stored, [`trigger_${own.language}`]: own.query } : stored
  return {
    ...own,
    fields,
    version: wordVersion(stored),
    trial,
    typed: null,
    audit: isNew ? [] : await undoableHistory(context, undoingOf(own.id, stored)),
    mayChange: may(session, permission),
    isNew,
  }
}

/** What the fields show of a stored trigger, which is what the log has. */
export function fieldsOf(rows: readonly Row<'search_hints'>[]): TriggerFields {
  const entries = languages.flatMap((language) => {
    const row = rows.find((each) => each.language === language)
    return triggerTexts.map((field) => [`${field}_${language}`, row?.[field] ?? ''])
  })
  return Object.fromEntries(entries) as TriggerFields
}

const fieldsIn = (form: TriggerFields): TriggerFields => {
  const names = Object.keys(fieldsOf([])) as (keyof TriggerFields)[]
  return Object.fromEntries(names.map((name) => [name, form[name]])) as TriggerFields
}
const wasOf = (fields: TriggerFields): Record<string, string> =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [`was:${name}`, value]))

export function textsIn(fields: TriggerFields): TriggerTexts {
  return Object.fromEntries(
    languages.map((language) => [
      language,
      {
        trigger: fields[`trigger_${language}`],
        hint: fields[`hint_${language}`],
        url: fields[`url_${language}`],
        urlTitle: fields[`url_title_${language}`],
      },
    ]),
  )
}

function undoingOf(id: string, fields: TriggerFields): Undoing {
  return { subject: { kind: 'trigger', id }, operations: ['search.trigger', 'search.undo'], now: fields, permission }
}

function actionOf(operation: string, id: string, label: string) {
  return {
    operation,
    subject: { kind: 'trigger' as const, id, label },
    fields: async (db: Queryable) => fieldsOf(await triggerRows(db, id)),
  }
}
