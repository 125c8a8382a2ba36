import type { TextKey, Translate } from '../../i18n/translator.ts'

const texts: Readonly<Record<string, TextKey>> = {
  make: 'console-content:made',
  save: 'console-content:saved',
  preview: 'console-content:saved',
  publish: 'console-content:published_now',
  schedule: 'console-content:scheduled_now',
  unschedule: 'console-content:unscheduled',
  unpublish: 'console-content:unpublished_now',
  take_back: 'console-content:taken_back',
  copy: 'console-content:copied',
}

/** What was just done with an item, in words; undefined for nothing. */
export function itemDone(done: string | null, t: Translate): string | undefined {
  const key = done !== null && Object.hasOwn(texts, done) ? texts[done] : undefined
  return key && t(key)
}
