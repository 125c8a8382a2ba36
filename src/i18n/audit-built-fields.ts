import { settingsGroups } from '../domain/settings/settings.ts'
import { auditName, type AuditReader } from './audit-names.ts'
import { recordField } from './audit-record-fields.ts'
import { countryName, formatDay } from './formats.ts'
import { fieldLabel } from './product-field-words.ts'
import { settingWords } from './setting-words.ts'
import type { TextKey, Translate } from './translator.ts'
import { vatClassName } from './vat-class-name.ts'

type Words = (field: string, reader: AuditReader) => string | undefined

/** Fields whose names the log builds: of a language, an article number, a setting. By the kind of the record. */
export const builtFieldWords: Readonly<Record<string, Words>> = {
  product: (field, { t, names }) => productWord(field, t, names),
  rates: (field, { t }) => t('console-audit:field.rate', { currency: field }),
  attribute: (field, { t }) => {
    const [, language, value = ''] = /^value_(sv|en) (.*)$/s.exec(field) ?? []
    return language && t(`console-catalogue:label_of_${language === 'sv' ? 'sv' : 'en'}`, { value })
  },
  content: (field, { t }) => {
    const [language, name = ''] = inLanguage(field)
    const known = recordField('content', name)
    return language && known && withLanguage(t(known.key as TextKey), language, t)
  },
  mail: (field, { t, names }) => {
    const [language, name = ''] = inLanguage(field)
    if (!language) return undefined
    const part = /(?:^|\.)(subject|heading|preview)$/.exec(name)?.[1] as 'subject' | 'heading' | 'preview' | undefined
    if (part) return withLanguage(t(`console-mails:field.${part}`), language, t)
    return withLanguage(auditName(names, 'mail text', field) ?? name, language, t)
  },
  stock: (field) => field,
  prices: (field) => field,
  vat: (field, reader) => vatWord(field, reader),
  settings: (field, { t }) => settingWord(field.split('.'), t),
}

const withLanguage = (text: string, language: 'en' | 'sv', t: Translate) =>
  `${text} (${t(`console-product:language.${language}`)})`

/** A field such as `sv.title`. */
function inLanguage(field: string): [language: 'en' | 'sv', name: string] | [] {
  const [, language, name = ''] = /^(sv|en)\.(.*)$/s.exec(field) ?? []
  return language === 'sv' || language === 'en' ? [language, name] : []
}

function productWord(field: string, t: Translate, names: AuditReader['names']): string | undefined {
  const attribute = /^attribute:(.*)$/s.exec(field)?.[1]
  // An attribute that is gone is called by its id, which people chose.
  if (attribute !== undefined) return auditName(names, 'attribute', attribute) ?? attribute
  const label = fieldLabel(field, t)
  return label === field ? undefined : label
}

/** A rate such as `FI standard 2024-09-01`. */
function vatWord(field: string, reader: AuditReader): string | undefined {
  const [, country = '', vatClass = '', from = ''] = /^([A-Z]{2}) (\S+) (\d{4}-\d\d-\d\d)$/.exec(field) ?? []
  if (country === '') return undefined
  const { t } = reader
  return t('console-audit:field.vat', {
    country: countryName(country, reader.language),
    class: vatClassName(vatClass, t),
    day: formatDay(from, reader),
  })
}

/** The names of a setting within its group, or of the group where the whole of it changed. */
function settingWord([group = '', ...path]: readonly string[], t: Translate): string | undefined {
  if (path.length > 0) return settingWords(t)(path)
  return settingsGroups.some((each) => each === group) ? groupWord(group, t) : undefined
}

/** What a group of settings is called; links at the foot of pages and sources have screens of their own. */
export function groupWord(group: string, t: Translate): string {
  if (group === 'footer') return t('console-menus:title')
  if (group === 'sources') return t('console-sources:title')
  return settingsGroups.some((each) => each === group) ? t(`console-settings:group.${group}` as TextKey) : group
}
