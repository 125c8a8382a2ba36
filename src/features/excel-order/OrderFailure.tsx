import { useStore } from '@nanostores/react'
import type { ExcelTranslate } from '../../i18n/excel-texts.ts'
import { Notice } from '../../ui/Notice.tsx'
import { $excelOrder, type HandedInAs } from './excel-order-store.ts'
import { problemTexts } from './order-texts.ts'

/** What the toast said, where it can be read again: beside what was handed in. */
export function OrderFailure({ t, of }: { t: ExcelTranslate; of: HandedInAs }) {
  const { failure } = useStore($excelOrder)
  if (failure?.of !== of) return null
  return (
    <Notice kind="error" announced={null} id={`fault-of-${of}`}>
      <b>{t('upload')}</b> {t(problemTexts[failure.problem])}
    </Notice>
  )
}
