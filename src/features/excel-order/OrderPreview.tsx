import { useStore } from '@nanostores/react'
import { useEffect, useRef, useState } from 'react'
import type { CheckedRow, OrderPreview as Preview } from '../../contracts/calls/excel-to-cart.ts'
import type { CurrencyCode } from '../../domain/money/currencies.ts'
import type { Language } from '../../domain/places/locales.ts'
import type { ExcelTranslate } from '../../i18n/excel-texts.ts'
import { Money } from '../../ui/Money.tsx'
import { UnbrokenText } from '../../ui/UnbrokenText.tsx'
import { $excelOrder, addOrder, changeOrder, orderedOf } from './excel-order-store.ts'
import { noticeOf, rowNumbers, vatWord } from './order-texts.ts'
import { OrderFailure } from './OrderFailure.tsx'

type Shown = { t: ExcelTranslate; language: Language; currency: CurrencyCode }
type Props = Shown & { preview: Preview }

/**
 * The order as it would be placed: rows with problems first, those that are right folded below, and one clear button.
 */
export function OrderPreview({ preview, ...shown }: Props) {
  const { t } = shown
  const heading = useRef<HTMLHeadingElement>(null)
  const { isBusy } = useStore($excelOrder)
  const [chosen, setChosen] = useState<ReadonlyMap<string, string>>(new Map())
  useEffect(() => heading.current?.focus(), [])
  const [right, wrong] = [
    preview.rows.filter(({ status }) => status === 'ok'),
    preview.rows.filter(({ status }) => status !== 'ok'),
  ]
  const isEmpty = preview.rows.every((row) => orderedOf(row, chosen.get(row.number)).length === 0)

  return (
    <section className="order-result">
      <h3 ref={heading} tabIndex={-1}>
        {t('result')}
      </h3>
      {wrong.length > 0 && (
        <WrongRows {...shown} rows={wrong} onChoose={(number, sku) => setChosen(new Map(chosen).set(number, sku))} />
      )}
      {right.length > 0 && (
        <Fold isOpen={wrong.length === 0 && right.length <= 20} title={t('ready', { count: right.length })}>
          <ul>
            {right.map((row) => (
              <Row key={row.rows[0]} row={row} {...shown} />
            ))}
          </ul>
        </Fold>
      )}
      <OrderFailure t={t} of="cart" />
      <footer>
        {isEmpty ? (
          <p>{t('nothing')}</p>
        ) : (
          <Total {...shown} items={preview.items} isWhole={[...chosen.values()].every((sku) => sku === '')} />
        )}
        <button type="button" className="button" disabled={isBusy || isEmpty} onClick={() => void addOrder(chosen)}>
          {t('add')}
        </button>
        <button type="button" className="button quiet" disabled={isBusy} onClick={changeOrder}>
          {t('change')}
        </button>
      </footer>
    </section>
  )
}

type WrongRowsProps = Shown & { rows: readonly CheckedRow[]; onChoose: (number: string, sku: string) => void }

/** The rows that need a look, each with the parts that may be meant. */
function WrongRows({ rows, onChoose, ...shown }: WrongRowsProps) {
  const { t } = shown
  return (
    <>
      <h4>{t('look', { count: rows.length })}</h4>
      <p>{t('left_out')}</p>
      <ul>
        {rows.map((row) => (
          <Row key={row.rows[0]} row={row} {...shown}>
            {row.suggestions.length > 0 && <Choice t={t} row={row} onChoose={(sku) => onChoose(row.number, sku)} />}
          </Row>
        ))}
      </ul>
    </>
  )
}

/** What a chosen part costs is seen in the cart. */
function Total({ t, language, currency, items, isWhole }: Shown & { items: Preview['items']; isWhole: boolean }) {
  return (
    <p className="total">
      <span>
        {t(isWhole ? 'total' : 'total_without')} <small className="inc">{t(vatWord(items))}</small>
        <small className="ex">{t('ex_vat')}</small>
      </span>
      <b>
        <Money {...items} currency={currency} language={language} isExact />
      </b>
    </p>
  )
}

function Row({ row, t, language, currency, children }: Shown & { row: CheckedRow; children?: React.ReactNode }) {
  const { status, number, name, sku, asked, quantity, total, usual } = row
  const notice = noticeOf(row)
  return (
    <li>
      <span className="what">
        {status !== 'no_number' && (
          <span>
            <b className="number">{sku ?? number}</b> <UnbrokenText text={name ?? ''} />
          </span>
        )}
        <small>
          {t('row', { rows: rowNumbers(row) })}
          {sku !== null && sku !== number && (
            <>
              {' '}
              · <span className="number">{number}</span>
            </>
          )}
        </small>
        {notice && <strong>{t(notice, { asked, quantity })}</strong>}
        {children}
      </span>
      {total && (
        <span className="sum">
          {t('units', { count: quantity })}
          {usual && <small>{t('own_price')}</small>}
          <b>
            <Money {...total} currency={currency} language={language} isExact />
          </b>
          {usual && (
            <small>
              {t('usual_price')} <Money {...usual} currency={currency} language={language} isExact />
            </small>
          )}
        </span>
      )}
    </li>
  )
}

function Choice({
  t,
  row: { number, suggestions },
  onChoose,
}: {
  t: ExcelTranslate
  row: CheckedRow
  onChoose: (sku: string) => void
}) {
  return (
    <select className="field" aria-label={t('instead', { number })} onChange={({ target }) => onChoose(target.value)}>
      <option value="">{t('leave_out')}</option>
      {suggestions.map(({ sku, name }) => (
        <option key={sku} value={sku}>
          {sku} – {name}
        </option>
      ))}
    </select>
  )
}

/** Renders the rows when the list is opened: there may be thousands. */
function Fold({ isOpen, title, children }: { isOpen: boolean; title: string; children: React.ReactNode }) {
  const [isSeen, setSeen] = useState(isOpen)
  return (
    <details className="fold" open={isOpen} onToggle={() => setSeen(true)}>
      <summary>{title}</summary>
      {isSeen && children}
    </details>
  )
}
