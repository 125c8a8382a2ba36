import { translator } from '../../../../i18n/translator.ts'
import { footerOf } from './email-footer.ts'
import type { Block, EmailTemplate } from './email-template.ts'

/** Renders an email to plain text: each link is on its own line below its label. */
export function emailText({ language, blocks, unsubscribe }: EmailTemplate, origin: string): string {
  const t = translator(language)
  const { home, email, company, address, phone } = footerOf(language, origin)
  const footer = [t('mail:signature'), '', company, address, `${email}, ${phone}`, home]
  const leave = unsubscribe ? ['', `${t('mail:unsubscribe')}:`, unsubscribe] : []
  return [...blocks.flatMap((block) => [...rowsOf(block), '']), ...footer, ...leave, ''].join('\n')
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
