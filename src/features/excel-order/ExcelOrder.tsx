import { useStore } from '@nanostores/react'
import { useEffect, useRef, useState } from 'react'
import type { CurrencyCode } from '../../domain/money/currencies.ts'
import type { Language } from '../../domain/places/locales.ts'
import { excelTexts } from '../../i18n/excel-texts.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { $excelOrder, hideExcelOrder } from './excel-order-store.ts'
import { problemTexts } from './order-texts.ts'
import { OrderInput } from './OrderInput.tsx'
import { OrderPreview } from './OrderPreview.tsx'
import { OrderToast } from './OrderToast.tsx'

type Props = { language: Language; currency: CurrencyCode }

/** The Excel order and the quick order: hand in, look at every row, put into the cart. */
export function ExcelOrder({ language, currency }: Props) {
  const t = excelTexts(language)
  const dialog = useRef<HTMLDialogElement>(null)
  const { isOpen, isWaiting, preview, failure } = useStore($excelOrder)
  const [text, setText] = useState('')
  useEffect(() => {
    if (isOpen && !dialog.current?.open) dialog.current?.showModal()
    if (!isOpen && dialog.current?.open) dialog.current.close()
  }, [isOpen])

  return (
    <Dialog ref={dialog} title={t('title')} closeLabel={t('close')} onClose={hideExcelOrder} data-excel-order>
      <div className="excel-order">
        {preview ? (
          <OrderPreview t={t} preview={preview} language={language} currency={currency} />
        ) : (
          <OrderInput t={t} language={language} text={text} onText={setText} />
        )}
        {isWaiting && <progress aria-label={t('checking')} />}
        {failure && (
          <OrderToast key={failure.at} title={t('upload')}>
            {t(problemTexts[failure.problem])}
          </OrderToast>
        )}
      </div>
    </Dialog>
  )
}
