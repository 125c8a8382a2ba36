import { isDeepStrictEqual } from 'node:util'
import type * as z from 'zod/mini'
import {
  brandPictures,
  settingsForm,
  undoForm,
  uploadForm,
  writeFeedsForm,
  type SettingPage,
  type ShownGroup,
} from '../../../contracts/console/settings.ts'
import { contrast, isColour, papers } from '../../../domain/settings/colours.ts'
import type { SettingsFault } from '../../../domain/settings/reasons.ts'
import { shapeOf } from '../../../domain/settings/settings-shape.ts'
import { readSettings } from '../../../domain/settings/settings.ts'
import { settingValue } from '../../../i18n/setting-words.ts'
import type { Translate } from '../../../i18n/translator.ts'
import { may } from '../../identity/staff/staff-session.ts'
import { audited } from '../../platform/audit/audit.ts'
import type { Queryable } from '../../platform/db/tables.ts'
import { logoFaults } from '../../platform/settings/brand/logo-contrast.ts'
import { changeSettings, type SettingChange } from '../../platform/settings/change-settings.ts'
import { leavesOf, valueAt, type Json } from '../../platform/settings/setting-names.ts'
import { SettingsError } from '../../platform/settings/settings-error.ts'
import { lastRevision } from '../../platform/settings/settings-queries.ts'
import { settingsHistory, shownSettings } from '../../platform/settings/show-settings.ts'
import type { ConsoleContext } from '../frame/console-context.ts'
import { ConsoleError } from '../frame/console-error.ts'
import { consoleAction, consoleScreen } from '../frame/console-screen.ts'
import { deleteUploaded, readSettingFields, storeUploaded } from './brand-upload.ts'
import { atField, faultLines, faultsOfGroup } from './fault-words.ts'
import { rowsOf, sectionsOf } from './setting-fields.ts'
import { trialOf, usualTrial } from './setting-trial.ts'
import { valueOf } from './setting-value.ts'
import { shownFeeds, writeFeeds } from './settings-feeds.ts'
import { shownGroups } from './shown-groups.ts'

const shownChanges = 30
type Sections = SettingPage['sections']
type Typed = Pick<SettingPage, 'preview' | 'trial'> & { value: Json; faults: readonly SettingsFault[] }

/** One group of settings: its form, what saving it would change, and its history. */
export const settingScreen = consoleScreen<SettingPage>({
  screen: 'setting',
  permission: 'settings.view',
  load: (context) => settingContent(context),
  readFields: readSettingFields,
  actions: {
    preview: consoleAction({
      permission: 'settings.change',
      form: settingsForm,
      run: async (context, input) => {
        const { change, value } = await readTyped(context, input)
        return previewOf(context, { value, input }, async () =>
          changeSettings(context.shop.db, change, { ...changedBy(context), isTried: true }),
        )
      },
    }),
    more: consoleAction({
      permission: 'settings.change',
      form: settingsForm,
      run: async (context, input) => {
        const { value } = await readTyped(context, input)
        const content = await settingContent(context, {
          value,
          faults: [],
          preview: null,
          trial: typedTrial(context, input),
        })
        return { content, isQuestion: true }
      },
    }),
    save: consoleAction({
      permission: 'settings.change',
      stepUp: true,
      form: settingsForm,
      run: async (context, input) => {
        const { change, value } = await readTyped(context, input)
        try {
          await write(context, change, Number(input.since))
          return undefined
        } catch (error) {
          if (!(error instanceof SettingsError) || error.faults.length === 0) throw error
          return previewOf(context, { value, input }, () => Promise.reject(error))
        }
      },
    }),
    write: consoleAction({ permission: 'settings.change', form: writeFeedsForm, run: writeFeeds }),
    upload: consoleAction({ permission: 'settings.change', form: uploadForm, run: uploadPicture }),
    undo: consoleAction({
      permission: 'settings.change',
      stepUp: true,
      form: undoForm,
      run: async (context, { since, revision }) => {
        const group = groupOf(context)
        const past = await settingsHistory(context.shop.db, group, shownChanges)
        const found = past.find((each) => String(each.revision) === revision)
        if (!found || isListOfIds(found)) throw new ConsoleError('not_possible')
        await checkSince(context, since)
        if (!isAsLeft(found, await storedValue(context.shop.db, group))) throw new ConsoleError('product_undo')
        await write(context, [[found.name, found.before ?? undefined]], Number(since))
      },
    }),
  },
})

/** Whether a setting is still as a change has left it: what somebody has changed since is not lost. */
function isAsLeft({ name, after }: SettingChange, group: Json): boolean {
  const now = valueAt(group, name.split('.').slice(1))
  return isDeepStrictEqual(now ?? null, after ?? null)
}

/** The order of a list's entries is no value that can be set alone. */
function isListOfIds({ name }: SettingChange): boolean {
  return /^(?:delivery\.(?:zones|methods)|payment\.methods|markups\.rules)$/.test(name)
}

function groupOf({ request }: ConsoleContext): ShownGroup {
  const group = shownGroups.find((each) => each === request.params['group'])
  if (!group) throw new ConsoleError('unknown')
  return group
}

const changedBy = ({ shop, session }: ConsoleContext) => ({ by: session.actor.name, now: shop.now() })

async function checkSince({ shop }: ConsoleContext, since: string): Promise<void> {
  if (!/^\d{1,15}$/.test(since) || (await lastRevision(shop.db)) !== Number(since))
    throw new ConsoleError('record_changed')
}

/** Stores a picture of the brand and sets it, with an entry in the log. */
async function uploadPicture(context: ConsoleContext, { since, picture }: z.output<typeof uploadForm>): Promise<void> {
  try {
    if (groupOf(context) !== 'brand') throw new ConsoleError('not_possible')
    await checkSince(context, since)
    const setting = `brand.${picture}`
    await write(context, [[setting, await storeUploaded(context, setting)]], Number(since))
  } finally {
    await deleteUploaded(context)
  }
}

type Input = z.output<typeof settingsForm>

async function readTyped(context: ConsoleContext, { since, 'set:': typed }: Pick<Input, 'since' | 'set:'>) {
  const group = groupOf(context)
  await checkSince(context, since)
  const value = valueOf(shapeOf(group), await storedValue(context.shop.db, group), typed) ?? {}
  return { value, change: [[group, value]] as [string, Json][] }
}

async function storedValue(db: Queryable, group: ShownGroup): Promise<Json> {
  return valueAt((await shownSettings(db)).values, [group]) ?? {}
}

/** The form as it was typed, with what it would change or what is wrong with it. */
async function previewOf(
  context: ConsoleContext,
  { value, input }: { value: Json; input: Input },
  attempt: () => Promise<SettingChange[]>,
) {
  const faults: SettingsFault[] = []
  let preview: SettingPage['preview'] = null
  try {
    preview = (await attempt()).map((each) => shownChange(each, context.request.locals.t))
  } catch (error) {
    if (!(error instanceof SettingsError) || error.faults.length === 0) throw error
    faults.push(...error.faults.map(atField))
  }
  const trial = await trialWith(context, value, input)
  return { content: await settingContent(context, { value, faults, preview, trial }), isQuestion: true }
}

/** What the typed order would cost with the typed settings; without a result where they are refused. */
async function trialWith(context: ConsoleContext, value: Json, input: Input): Promise<SettingPage['trial']> {
  const typed = typedTrial(context, input)
  if (!typed) return null
  const { values } = await shownSettings(context.shop.db)
  const { settings } = readSettings({ ...Object(values), [groupOf(context)]: value })
  return settings ? trialOf(context, typed.order, settings) : typed
}

/** The order that was typed, not tried yet. */
function typedTrial(context: ConsoleContext, input: Input): SettingPage['trial'] {
  const usual = usualTrial(context, groupOf(context))
  const { trial_country: country, trial_sum: sum, trial_kilograms: kilograms } = input
  return usual && { ...usual, order: { country, sum, kilograms } }
}

async function write(context: ConsoleContext, change: readonly (readonly [string, Json | undefined])[], since: number) {
  const { shop, session } = context
  const group = groupOf(context)
  if ((await changeSettings(shop.db, change, { ...changedBy(context), isTried: true })).length === 0) return
  const action = {
    operation: 'settings.change',
    subject: { kind: 'settings', id: group, label: group },
    fields: async (trx: Queryable) => Object.fromEntries(leavesOf(await storedValue(trx, group), group)),
  }
  await audited(shop, session.actor, action, ({ db }) => changeSettings(db, change, { ...changedBy(context), since }))
}

/** The form as it begins: with what is stored. */
function untouched(value: Json, trial: SettingPage['trial']): Typed {
  return { value, faults: [], preview: null, trial }
}

async function settingContent(context: ConsoleContext, typed?: Typed): Promise<SettingPage | undefined> {
  const { shop, session, request } = context
  const group = shownGroups.find((each) => each === request.params['group'])
  if (!group) return undefined
  const since = await lastRevision(shop.db)
  const stored = await storedValue(shop.db, group)
  const { value, faults, preview, trial } = typed ?? untouched(stored, usualTrial(context, group))
  const { t } = request.locals
  const shape = shapeOf(group)
  const shown = { t, country: shop.settings.all.home.country }
  const typedSections = sectionsOf(shape, value, { ...shown, faultOf: faultsOfGroup(group, faults, t) })
  const sections = withStored(typedSections, sectionsOf(shape, stored, shown))
  const history = await settingsHistory(shop.db, group, shownChanges)
  const mayChange = may(session, 'settings.change')
  return {
    group,
    since,
    sections,
    rows: rowsOf(shape, value),
    faults: faultLines(faults, sections, { group, value, t }),
    preview,
    trial,
    looks: group === 'brand' ? looksIn(value) : [],
    pictures: group === 'brand' ? picturesIn(stored) : [],
    logoFaults: group === 'brand' ? await logoFaults(shop.settings.all, { data: shop.env.SHOP_DATA }) : [],
    feeds: group === 'productFeeds' ? await shownFeeds(context) : null,
    history: history.map((each) => ({
      ...shownChange(each, t),
      revision: each.revision,
      at: each.at,
      by: each.by,
      mayUndo: mayChange && !isListOfIds(each) && isAsLeft(each, stored),
    })),
    mayChange,
  }
}

/** The fields with what is stored of them beside what was typed. */
function withStored(typed: Sections, stored: Sections): Sections {
  const known = new Map(stored.flatMap(({ fields }) => fields.map(({ name, value }) => [name, value] as const)))
  return typed.map((section) => ({
    ...section,
    fields: section.fields.map((field) => ({ ...field, stored: known.get(field.name) ?? '' })),
  }))
}

function shownChange({ name, before, after }: SettingChange, t: Translate) {
  const path = name.split('.')
  return { name, before: settingValue(t, before, path), after: settingValue(t, after, path) }
}

function picturesIn(stored: Json): SettingPage['pictures'] {
  return brandPictures.flatMap((picture) => {
    const address = valueAt(stored, [picture])
    return typeof address === 'string' && address !== '' ? [{ picture, address }] : []
  })
}

function looksIn(value: Json): SettingPage['looks'] {
  return (['light', 'dark'] as const).flatMap((scheme) => {
    const [accent, onAccent] = ['accent', 'onAccent'].map((key) => valueAt(value, ['colours', scheme, key]))
    if (typeof accent !== 'string' || typeof onAccent !== 'string') return []
    if (!isColour(accent) || !isColour(onAccent)) return []
    const paper = papers[scheme]
    return [{ scheme, accent, onAccent, paper, link: contrast(accent, paper), button: contrast(onAccent, accent) }]
  })
}
