import type { EmailFrame } from './email-footer.ts'
import type { Block, EmailTemplate } from './email-template.ts'

/** Renders an email to plain text: each link is on its own line below its label. */
export function emailText({ blocks, unsubscribe }: EmailTemplate, frame: EmailFrame): string {
  const { brand, slogan, home, email, company, address, phone } = frame
  const reach = phone === '' ? email : `${email}, ${phone}`
  const footer = [...filled([brand, slogan]), '', ...filled([company, address, reach, home])]
  const leave = unsubscribe ? ['', `${unsubscribe.label}:`, unsubscribe.href] : []
  return [...blocks.flatMap((block) => [...rowsOf(block), '']), ...footer, ...leave, ''].join('\n')
}

function filled(rows: readonly string[]): string[] {
  return rows.filter((row) => row !== '')
}

function rowsOf(block: Block): string[] {
  switch (block.kind) {
    case 'text':
      return [block.text]
    case 'typed':
      return block.text.split(/\r\n?|\n/)
    case 'action':
      return [`${block.label}:`, block.href]
    case 'goods':
      return [
        ...block.lines.map(({ quantity, name, sku, unit, total }) =>
          [`${quantity} x ${name} (${sku})`, ...(unit === '' ? [] : [unit]), total].join('  '),
        ),
        '',
        ...block.sums.map(({ name, amount }) => `${name}: ${amount}`),
      ]
    case 'units':
      return [
        ...block.units.map(({ quantity, name, sku }) => `${quantity} x ${name} (${sku})`),
        ...(block.besides ? [block.besides] : []),
      ]
    case 'facts':
      return block.facts.flatMap(({ name, rows }, at) => [...(at > 0 ? [''] : []), `${name}:`, ...rows])
    case 'codes':
      return block.codes.flatMap(({ amount, code }, at) => [...(at > 0 ? [''] : []), amount, code])
  }
}
