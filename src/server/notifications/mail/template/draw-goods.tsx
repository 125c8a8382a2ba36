import type { UnitsView } from '../../../../contracts/customer-pages/order-page.ts'
import type { Language } from '../../../../domain/places/locales.ts'
import { translator } from '../../../../i18n/translator.ts'
import type { GoodsLine, Sum } from './email-template.ts'
import { themedStyle, shapes } from './email-theme.ts'
import { WholeCodes } from './whole-codes.tsx'

const cell = {
  ...shapes.font,
  borderTopWidth: '1px',
  borderTopStyle: 'solid',
  padding: '9px 0',
  verticalAlign: 'top',
} as const
const head = { ...shapes.small, fontWeight: 400, padding: '0 0 6px', textAlign: 'left' } as const
const table = { width: '100%', border: 0, cellPadding: '0', cellSpacing: '0', style: { margin: '0 0 16px' } } as const

/** Renders the order lines, one row each, and the totals. */
export function GoodsTable({
  lines,
  sums,
  language,
}: {
  lines: readonly GoodsLine[]
  sums: readonly Sum[]
  language: Language
}) {
  const t = translator(language)
  return (
    <table {...table}>
      <Head
        names={[t('checkout:confirmation.part'), t('checkout:confirmation.quantity'), t('checkout:confirmation.price')]}
      />
      <tbody>
        {lines.map((line) => (
          <GoodsRow key={JSON.stringify(line)} {...line} />
        ))}
        {sums.map((sum, at) => (
          <SumRow key={sum.name} {...sum} isFirst={at === 0} />
        ))}
      </tbody>
    </table>
  )
}

function GoodsRow({ quantity, name, sku, unit, total }: GoodsLine) {
  const figure = { ...cell, ...shapes.figure, paddingLeft: '12px' }
  return (
    <tr>
      <td {...themedStyle(['ink', 'rule'], cell)}>
        <Part name={name} sku={sku} />
      </td>
      <td {...themedStyle(['ink', 'rule'], figure)}>{quantity}</td>
      <td {...themedStyle(['ink', 'rule'], figure)}>
        {total}
        {unit !== '' && <div {...themedStyle(['soft'], shapes.small)}>{unit}</div>}
      </td>
    </tr>
  )
}

function SumRow({ name, amount, weight, isFirst }: Sum & { isFirst: boolean }) {
  const ruled = isFirst || weight === 'total'
  const size = weight === 'total' ? { fontSize: '17px', fontWeight: 650 } : weight === 'soft' ? shapes.small : {}
  const look = {
    ...cell,
    ...size,
    ...(ruled ? {} : { borderTopStyle: 'none' as const }),
    padding: weight === 'total' ? '9px 0 4px' : '3px 0',
    ...(isFirst ? { paddingTop: '9px' } : {}),
  }
  const ink = weight === 'soft' ? 'soft' : 'ink'
  return (
    <tr>
      <th
        scope="row"
        colSpan={2}
        {...themedStyle([ink, 'rule'], { ...look, fontWeight: weight === 'total' ? 650 : 400, textAlign: 'left' })}
      >
        {name}
      </th>
      <td {...themedStyle([ink, 'rule'], { ...look, ...shapes.figure, paddingLeft: '12px' })}>{amount}</td>
    </tr>
  )
}

/** Renders quantities without prices: the contents of a parcel, a return or a refund. */
export function UnitsTable({
  units,
  besides,
  language,
}: {
  units: readonly UnitsView[]
  besides?: string
  language: Language
}) {
  const t = translator(language)
  return (
    <table {...table}>
      <Head names={[t('checkout:confirmation.part'), t('checkout:confirmation.quantity')]} />
      <tbody>
        {units.map(({ quantity, name, sku }) => (
          <tr key={`${sku} ${quantity}`}>
            <td {...themedStyle(['ink', 'rule'], cell)}>
              <Part name={name} sku={sku} />
            </td>
            <td {...themedStyle(['ink', 'rule'], { ...cell, ...shapes.figure, paddingLeft: '12px' })}>{quantity}</td>
          </tr>
        ))}
        {besides && (
          <tr>
            <td colSpan={2} {...themedStyle(['ink', 'rule'], cell)}>
              {besides}
            </td>
          </tr>
        )}
      </tbody>
    </table>
  )
}

/** The names of the columns: one of words, then those of figures. */
function Head({ names }: { names: readonly string[] }) {
  const words = { ...head, width: '100%' }
  const figure = { ...head, ...shapes.figure, paddingLeft: '12px' }
  return (
    <thead>
      <tr>
        {names.map((name, at) => (
          <th key={name} scope="col" {...themedStyle(['soft'], at === 0 ? words : figure)}>
            {name}
          </th>
        ))}
      </tr>
    </thead>
  )
}

function Part({ name, sku }: { name: string; sku: string }) {
  return (
    <>
      <WholeCodes text={name} />
      <div {...themedStyle(['soft'], { ...shapes.code })}>{sku}</div>
    </>
  )
}
