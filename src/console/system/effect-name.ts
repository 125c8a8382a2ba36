import { jobNames, otherEffects } from '../../contracts/console/system.ts'
import type { TextKey, Translate } from '../../i18n/translator.ts'

/** What a mail or another effect is called; one that the shop no longer knows keeps its code. */
export function effectName(kind: string, t: Translate): string {
  const other = otherEffects.find((each) => each === kind)
  if (other) return t(`console-system:effect.${other}`)
  return kind.startsWith('mail.') ? t(`console-today:${kind}` as TextKey) : kind
}

/** What a background job does. */
export function jobText(name: string, t: Translate): string {
  const known = jobNames.find((each) => each === name)
  return known ? t(`console-system:job.${known}`) : name
}
