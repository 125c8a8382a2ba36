import {
  BrandPictureError,
  brandPictureSettings,
  storeBrandPicture,
} from '../../server/platform/settings/brand/brand-picture.ts'
import { changeSettings, replaceSettings, type SettingChange } from '../../server/platform/settings/change-settings.ts'
import { leavesOf, valueAt, type Json } from '../../server/platform/settings/setting-names.ts'
import { sentenceOf, ShopSettings } from '../../server/platform/settings/shop-settings.ts'
import { knownValue, settingsHistory, shownSettings } from '../../server/platform/settings/show-settings.ts'
import {
  actorOf,
  isSet,
  operatorCommand,
  OperatorError,
  wholeNumber,
  type Answer,
  type Given,
  type OperatorShop,
} from '../operator-command.ts'
import { printError } from '../print.ts'
import { minuteOf, textTable } from '../text-table.ts'
import { readJson, writeNew } from './settings/files.ts'
import { logoSentences } from './settings/logo-sentences.ts'

const usage = `Usage: npm run shop -- settings <command> [options]

Who runs the shop: company, bank details, addresses, brand, storefront variants, mail addresses. Works while the shop
runs; every page and mail follows within a second. Wrong settings are refused with the reason, and the old ones stay.
Secrets and addresses of servers are not here but in the environment (.env.example).

  list [NAME]                   all settings, or those below a name such as company or brand.name
  get NAME                      the value of one setting, or the JSON of all below a name
  set NAME VALUE [NAME VALUE]…  sets one setting, or several at once where they depend on each other
  unset NAME…                   back to the default; an entry of a list, such as delivery.zones.eu, is removed
  upload NAME FILE              brand.logo and brand.favicon (SVG, PNG, JPEG, WebP), brand.picture (1200 by 630 pixels)
  export [FILE|-]               all settings as JSON
  import FILE|-                 replaces all settings by those of a JSON file; what it lacks gets its default
      --dry-run                   says what would change, and changes nothing
  history [NAME]                who changed what, newest first
      --limit N                   how many changes, default 20

  --by NAME                     who changes it, for the history; default: the user at the terminal
  --json                        output for programs
  --help                        shows this text

A value is a text as it is, or JSON: true, 11, ["Storgatan 1","111 22 Stockholm"].
Example: npm run shop -- settings set company.iban "SE45 5000 0000 0583 9825 7466" company.bic ESSESESS`

/** The `settings` command of `npm run shop`. */
export const run = operatorCommand({
  name: 'settings',
  usage,
  commands: { list, get, set, unset, upload, export: exportAll, import: importAll, history },
  options: { 'dry-run': { type: 'boolean' }, by: { type: 'string' }, limit: { type: 'string' } },
})

async function list({ db }: OperatorShop, { words: [name = ''] }: Given): Promise<Answer> {
  const { values, defaults, faults } = await shownSettings(db)
  if (faults.length > 0) printError(`These settings are wrong, and the shop does not start: ${sentenceOf(faults)}`)
  const usual = new Map(leavesOf(defaults))
  const rows = leavesOf(knownValue(values, name), name).map(([each, value]) => ({
    name: each,
    value,
    isDefault: JSON.stringify(value) === JSON.stringify(usual.get(each)),
  }))
  const lines = textTable(
    ['NAME', 'VALUE', ''],
    rows.map((row) => [row.name, valueText(row.value), row.isDefault ? 'default' : '']),
  )
  return { data: rows, lines }
}

async function get({ db }: OperatorShop, { words: [name] }: Given): Promise<Answer> {
  if (name === undefined) throw new OperatorError('Name a setting, such as company.name.')
  const value = knownValue((await shownSettings(db)).values, name)
  return { data: value, lines: [typeof value === 'string' ? value : JSON.stringify(value, null, 2)] }
}

async function set({ db, env, now }: OperatorShop, given: Given): Promise<Answer> {
  const { words } = given
  if (words.length === 0 || words.length % 2 === 1)
    throw new OperatorError('Name a setting and its value: set company.phone "+46 8 123 456 78".')
  const { values: known, defaults } = await shownSettings(db)
  const values = words.flatMap((name, at): [string, Json][] =>
    at % 2 === 0 ? [[name, parseValue(normalOf(known, defaults, name), name, words[at + 1] ?? '')]] : [],
  )
  return withLogoFaults(await changeSettings(db, values, { by: actorOf(given), now: now() }), db, env)
}

async function unset({ db, now }: OperatorShop, given: Given): Promise<Answer> {
  if (given.words.length === 0) throw new OperatorError('Name a setting, such as brand.logo.')
  const { values: known, defaults } = await shownSettings(db)
  const values = given.words.map((name): [string, Json | undefined] => {
    const usual = valueAt(defaults, name.split('.'))
    if (usual === undefined) knownValue(known, name)
    return [name, usual]
  })
  return changed(await changeSettings(db, values, { by: actorOf(given), now: now() }))
}

async function upload({ db, env, now }: OperatorShop, given: Given): Promise<Answer> {
  const [name = '', file = ''] = given.words
  const path = await storeBrandPicture(name, file, env.SHOP_DATA).catch((error: unknown) => {
    throw error instanceof BrandPictureError ? new OperatorError(refusedPicture(error, name, file)) : error
  })
  return withLogoFaults(await changeSettings(db, [[name, path]], { by: actorOf(given), now: now() }), db, env)
}

function refusedPicture({ fault, message }: BrandPictureError, name: string, file: string): string {
  if (fault === 'setting') return `Only ${brandPictureSettings.join(', ')} are files, not "${name}".`
  if (fault === 'missing') return `There is no file ${file}.`
  return `${file} is refused: ${message}.`
}

/** Says what was changed, and what cannot be seen of the logo, where that was changed. */
async function withLogoFaults(
  changes: readonly SettingChange[],
  db: OperatorShop['db'],
  env: OperatorShop['env'],
): Promise<Answer> {
  const answer = changed(changes)
  if (!changes.some(({ name }) => name === 'brand.logo')) return answer
  const faults = await logoSentences((await ShopSettings.open(db)).all, env.SHOP_DATA)
  return { ...answer, lines: [...answer.lines, ...faults.map((fault) => `Look at it: ${fault}`)] }
}

async function exportAll({ db }: OperatorShop, { words: [file = '-'] }: Given): Promise<Answer> {
  const { values } = await shownSettings(db)
  const json = `${JSON.stringify(values, null, 2)}\n`
  if (file === '-') return { data: values, lines: [json.trimEnd()] }
  writeNew(file, json)
  return { data: { file }, lines: [`All settings are in ${file}.`] }
}

async function importAll({ db, now }: OperatorShop, given: Given): Promise<Answer> {
  const [file] = given.words
  if (file === undefined) throw new OperatorError('Name a file with the JSON of "settings export", or "-".')
  const isTried = isSet(given, 'dry-run')
  return changed(await replaceSettings(db, await readJson(file), { by: actorOf(given), now: now(), isTried }), isTried)
}

async function history({ db }: OperatorShop, given: Given): Promise<Answer> {
  const [name] = given.words
  if (name !== undefined) knownValue((await shownSettings(db)).values, name)
  const data = await settingsHistory(db, name, wholeNumber(given, 'limit', { min: 1, max: 1_000, otherwise: 20 }))
  const lines = textTable(
    ['WHEN', 'WHO', 'SETTING', 'BEFORE', 'AFTER'],
    data.map((row) => [minuteOf(row.at), row.by, row.name, valueText(row.before), valueText(row.after)]),
  )
  return { data, lines: data.length === 0 ? ['Nothing was changed yet.'] : lines }
}

/** What a setting is, or its default; an object for a new entry of a list, such as delivery.methods.express. */
function normalOf(known: Json, defaults: Json, name: string): Json {
  const path = name.split('.')
  const isEntry = Array.isArray(valueAt(known, path.slice(0, -1)))
  return valueAt(known, path) ?? valueAt(defaults, path) ?? (isEntry ? {} : knownValue(known, name))
}

/** Reads a value as what its default is: a text as it is, everything else as JSON. */
function parseValue(normal: Json, name: string, text: string): Json {
  if (typeof normal === 'string') return text
  try {
    return JSON.parse(text)
  } catch {
    throw new OperatorError(`${name} must be JSON, such as ${JSON.stringify(normal)}; "${text}" is not.`)
  }
}

function changed(changes: readonly SettingChange[], isTried = false): Answer {
  const nothing = isTried ? 'Nothing would change.' : 'Nothing has changed.'
  const lines = changes.map(
    ({ name, before, after }) =>
      `${name} ${isTried ? 'would be' : 'is'} ${valueText(after)}; it was ${valueText(before)}.`,
  )
  return { data: changes, lines: lines.length === 0 ? [nothing] : lines }
}

function valueText(value: Json): string {
  return typeof value === 'string' && value !== '' ? value : JSON.stringify(value)
}
