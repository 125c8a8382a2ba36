import type { TextKey, Translate } from '../../../i18n/translator.ts'

const texts: Readonly<Record<string, TextKey>> = {
  save: 'console-mails:saved',
  restore: 'console-mails:restored',
  reset: 'console-mails:reset_done',
}

/** What was just done with a mail, in words; undefined for nothing. */
export function mailDone(done: string | null, t: Translate): string | undefined {
  const key = done !== null && Object.hasOwn(texts, done) ? texts[done] : undefined
  return key && t(key)
}
