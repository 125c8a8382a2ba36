import { Button } from '@react-email/button'
import { Link } from '@react-email/link'
import { Text } from '@react-email/text'
import { createElement, Fragment } from 'react'
import type { Language } from '../../../../domain/places/locales.ts'
import { useAccent } from './accent.ts'
import { GoodsTable, UnitsTable } from './draw-goods.tsx'
import type { Block, Fact } from './email-template.ts'
import { themedStyle, shapes } from './email-theme.ts'
import { WholeCodes } from './whole-codes.tsx'

export function MailBlock({ block, language }: { block: Block; language: Language }) {
  switch (block.kind) {
    case 'text':
      return <Paragraphs text={block.text} />
    case 'typed':
      return <Typed text={block.text} />
    case 'action':
      return <Action {...block} />
    case 'goods':
      return <GoodsTable {...block} language={language} />
    case 'units':
      return <UnitsTable {...block} language={language} />
    case 'facts':
      return <Facts facts={block.facts} />
    case 'codes':
      return (
        <>
          {block.codes.map((card) => (
            <Code key={card.code} {...card} />
          ))}
        </>
      )
  }
}

/** Passes its paragraphs as arguments, because equal ones cannot be keys. */
function Paragraphs({ text }: { text: string }) {
  const paragraph = (rows: string) => (
    <Text {...themedStyle(['ink'], shapes.text)}>
      <Rows rows={rows.split('\n')} />
    </Text>
  )
  return createElement(Fragment, null, ...text.split(/\n{2,}/).map(paragraph))
}

function Typed({ text }: { text: string }) {
  const rule = useAccent()(['ink', 'mark'], {
    ...shapes.text,
    borderLeftWidth: '3px',
    borderLeftStyle: 'solid',
    paddingLeft: '12px',
  })
  return (
    <Text {...rule}>
      <Rows rows={text.split(/\r\n?|\n/)} />
    </Text>
  )
}

function Action({ label, href, isQuiet = false }: { label: string; href: string; isQuiet?: boolean }) {
  const accented = useAccent()
  if (isQuiet) {
    return (
      <Text {...themedStyle(['ink'], shapes.text)}>
        <Link href={href} {...accented(['accent'], { textDecorationLine: 'underline' })}>
          {label}
        </Link>
      </Text>
    )
  }
  const look = accented(['button'], {
    ...shapes.font,
    fontWeight: 600,
    padding: '11px 20px',
    borderWidth: '1px',
    borderStyle: 'solid',
    borderRadius: '4px',
    textDecorationLine: 'none',
  })
  return (
    <div style={{ margin: '4px 0 20px' }}>
      <Button href={href} {...look}>
        {label}
      </Button>
    </div>
  )
}

function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <table role="presentation" width="100%" cellPadding="0" cellSpacing="0" style={{ margin: '0 0 16px' }}>
      <tbody>
        {facts.map(({ name, rows }) => (
          <tr key={name}>
            <td
              {...themedStyle(['soft', 'rule'], {
                ...shapes.small,
                lineHeight: '22px',
                ...factCell,
                width: '32%',
                paddingRight: '12px',
                overflowWrap: 'normal',
              })}
            >
              {name}
            </td>
            <td {...themedStyle(['ink', 'rule'], { ...shapes.font, ...factCell })}>
              <Rows rows={rows} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const factCell = { borderTopWidth: '1px', borderTopStyle: 'solid', padding: '8px 0', verticalAlign: 'top' } as const

function Code({ amount, code }: { amount: string; code: string }) {
  const accented = useAccent()
  return (
    <div
      {...accented(['wash', 'mark'], {
        borderWidth: '1px',
        borderStyle: 'dashed',
        borderRadius: '4px',
        padding: '14px 16px',
        margin: '0 0 12px',
      })}
    >
      <div {...themedStyle(['soft'], shapes.small)}>{amount}</div>
      <div {...themedStyle(['ink'], { ...shapes.code, fontSize: '19px', lineHeight: '28px', fontWeight: 600 })}>
        {code}
      </div>
    </div>
  )
}

/** Renders rows below each other. Passes them as arguments, because rows may be equal and so cannot be keys. */
function Rows({ rows: [first, ...others] }: { rows: readonly string[] }) {
  const drawn = (text = '') => createElement(WholeCodes, { text })
  return createElement(Fragment, null, drawn(first), ...others.flatMap((row) => [createElement('br'), drawn(row)]))
}
