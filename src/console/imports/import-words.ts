import type { ImportPage } from '../../contracts/console/imports.ts'
import type { Translate } from '../../i18n/translator.ts'

/** What a person is told when what they asked for has ended well; nothing where a problem is shown instead. */
export function importDoneText(done: string | null, page: ImportPage, t: Translate): string | undefined {
  if (page.problem !== null) return t('console-imports:done.ended')
  if (done === 'check') return t('console-imports:done.check')
  if (done === 'start') return t('console-imports:done.start')
  if (done === 'undo') return t('console-imports:done.undo')
  if (done === 'save') return t('console-imports:done.save')
  return t('console-imports:done.preview')
}
