import type { ReturnReason } from '../../domain/orders/returns.ts'
import type { TextKey } from '../../i18n/translator.ts'

export const returnReasonTexts: Record<ReturnReason, TextKey> = {
  changed_mind: 'orders:return_reason.changed_mind',
  does_not_fit: 'orders:return_reason.does_not_fit',
  wrong_part: 'orders:return_reason.wrong_part',
  damaged: 'orders:return_reason.damaged',
  faulty: 'orders:return_reason.faulty',
}

export const documentTexts = {
  invoice: 'orders:document.invoice',
  receipt: 'orders:document.receipt',
  credit_note: 'orders:document.credit_note',
} as const satisfies Record<string, TextKey>
