import type { Translate } from './translator.ts'

/** What a VAT class is called; a class that the shop made itself keeps its own name. */
export function vatClassName(name: string, t: Translate): string {
  if (name === 'standard') return t('console-prices:vat.class_standard')
  return name === 'reduced' ? t('console-prices:vat.class_reduced') : name
}
