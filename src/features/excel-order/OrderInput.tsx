import { useStore } from '@nanostores/react'
import { useId, useState, type ChangeEvent, type FormEvent } from 'react'
import { maxTextLength } from '../../contracts/calls/excel-to-cart.ts'
import { readOrderText } from '../../domain/orders/order-rows.ts'
import type { Language } from '../../domain/places/locales.ts'
import type { ExcelTranslate } from '../../i18n/excel-texts.ts'
import { orderTemplateHref } from '../../routes.ts'
import { $excelOrder, checkOrder } from './excel-order-store.ts'
import { OrderFailure } from './OrderFailure.tsx'

type Props = { t: ExcelTranslate; language: Language; text: string; onText: (text: string) => void }

/** A file is read as soon as it is chosen or dropped; pasted rows when the button is pressed. */
export function OrderInput({ t, language, text, onText }: Props) {
  const id = useId()
  const { isBusy } = useStore($excelOrder)

  function submit(event: FormEvent): void {
    event.preventDefault()
    void checkOrder({ rows: text })
  }

  return (
    <form onSubmit={submit}>
      <p>{t('intro')}</p>
      <FileField t={t} isBusy={isBusy} />
      <OrderFailure t={t} of="file" />
      <a className="template" href={orderTemplateHref(language)} download>
        {t('template')}
      </a>
      <label htmlFor={id}>{t('paste')}</label>
      <small id={`${id}-help`}>{t('paste_help')}</small>
      <textarea
        id={id}
        className="field number"
        rows={5}
        value={text}
        onChange={({ target }) => onText(target.value)}
        maxLength={
          maxTextLength + 1
        } /* One more than is read, so that too long a text is refused and never cut in silence. */
        spellCheck={false}
        autoCapitalize="off"
        aria-describedby={`${id}-help fault-of-rows`}
      />
      <output className="count">{text.trim() !== '' && t('lines_read', { count: readOrderText(text).length })}</output>
      <OrderFailure t={t} of="rows" />
      <button type="submit" className="button" disabled={isBusy}>
        {t('check')}
      </button>
    </form>
  )
}

/** The field fills its frame, so that the browser itself takes a file that is dropped anywhere on it. */
function FileField({ t, isBusy }: { t: ExcelTranslate; isBusy: boolean }) {
  const id = useId()
  const [isOver, setOver] = useState(false)

  function choose({ target }: ChangeEvent<HTMLInputElement>): void {
    const [file] = target.files ?? []
    setOver(false)
    if (file) void checkOrder({ file, rows: '' })
    target.value = ''
  }

  return (
    <div
      className="drop"
      data-over={isOver}
      onDragEnter={() => setOver(true)}
      onDragLeave={() => setOver(false)}
      onDrop={() => setOver(false)}
    >
      <label htmlFor={id}>{t('upload')}</label>
      <span>{t('drop')}</span>
      <small id={`${id}-help`}>{t('file_help')}</small>
      <input
        id={id}
        type="file"
        name="file"
        accept=".xlsx"
        disabled={isBusy}
        onChange={choose}
        aria-describedby={`${id}-help fault-of-file`}
      />
    </div>
  )
}
