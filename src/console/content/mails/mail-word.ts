import type { MailTextField } from '../../../contracts/console/mails.ts'
import type { Translate } from '../../../i18n/translator.ts'

const maxLabelLength = 60

/** What a text of a mail is called: what it is for, else the beginning of the shop's own text. */
export function mailWord({ kind, original }: Pick<MailTextField, 'kind' | 'original'>, t: Translate): string {
  if (kind === 'subject' || kind === 'heading' || kind === 'preview') return t(`console-mails:field.${kind}`)
  if (original.length <= maxLabelLength) return original
  return `${original.slice(0, maxLabelLength).replace(/\s+\S*$/, '')} …`
}
