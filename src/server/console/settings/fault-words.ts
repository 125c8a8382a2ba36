import { consolePath } from '../../../console-routes.ts'
import type { SettingPage } from '../../../contracts/console/settings.ts'
import { nameAt } from '../../../domain/settings/fault-names.ts'
import type { SettingsFault } from '../../../domain/settings/reasons.ts'
import { countedFromOne, reasonText, settingWords } from '../../../i18n/setting-words.ts'
import type { Translate } from '../../../i18n/translator.ts'
import type { Json } from '../../platform/settings/setting-names.ts'
import { shownGroups } from './shown-groups.ts'

/** Returns what is wrong with a setting of a group, by its name within it; of a list with the number of the line. */
export function faultsOfGroup(group: string, faults: readonly SettingsFault[], t: Translate) {
  return (name: string): string | null => {
    const whole = `${group}.${name}`
    const texts = faults.flatMap((fault) => {
      if (fault.name === whole) return [reasonText(fault, t)]
      if (!fault.name.startsWith(`${whole}.`)) return []
      const line = Number(fault.name.slice(whole.length + 1)) + 1
      const text = reasonText(fault, t)
      return [Number.isNaN(line) ? text : t('console-settings:reason_line', { line, text })]
    })
    return texts.length > 0 ? texts.join(' ') : null
  }
}

type Form = { group: string; value: Json; t: Translate }

/** Puts what is wrong with a whole list, or with the two ends of a span, at the field where it is put right. */
export function atField(fault: SettingsFault): SettingsFault {
  const ends: Partial<Record<SettingsFault['code'], string>> = {
    days_order: '1',
    least_entry: '0.upToGrams',
    mailed_id: 'id',
  }
  const end = ends[fault.code]
  return end === undefined ? fault : { ...fault, name: `${fault.name}.${end}` }
}

/** The faults of a group's form one by one: what each is about, why, and where it can be put right. */
export function faultLines(
  faults: readonly SettingsFault[],
  sections: SettingPage['sections'],
  { group, value, t }: Form,
): SettingPage['faults'] {
  const fields = sections.flatMap((section) => section.fields)
  const fieldOf = (name: string) =>
    fields.find((field) => {
      const own = `${group}.${nameAt(value, field.name.split('.'))}`
      return name === own || name.startsWith(`${own}.`)
    })
  return faults.map((fault) => {
    const [own = '', ...names] = fault.name.split('.')
    const other = own === group ? undefined : shownGroups.find((each) => each === own)
    const field = fieldOf(fault.name)
    const words = settingWords(t)(countedFromOne(names))
    return {
      label: [other ? t(`console-settings:group.${other}`) : '', words].filter((text) => text !== '').join(' – '),
      text: reasonText(fault, t),
      address: other ? consolePath('setting', { group: other }) : field ? `#${field.name}` : null,
    }
  })
}
