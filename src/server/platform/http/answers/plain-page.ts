import { createHash } from 'node:crypto'
import type { Language } from '../../../../domain/places/locales.ts'
import { translator } from '../../../../i18n/translator.ts'
import { href } from '../../../../routes.ts'
import type { HeaderList } from './security-headers.ts'

const pageStyle =
  ':root{color-scheme:light dark;background:light-dark(#fff,#12171f);color:light-dark(#1d2433,#eceef1)}' +
  'body{font:1rem/1.5 system-ui,sans-serif;max-width:34rem;margin:15vh auto;padding:0 1rem}' +
  'h1{font-size:1.5rem}h2{font-size:1.2rem}a{color:light-dark(#006b66,#6bccc4)}' +
  'pre{font:inherit;white-space:pre-wrap;overflow-wrap:anywhere;border:1px solid #767c89;' +
  'border-radius:4px;padding:.5rem .75rem}' +
  'button{font:inherit;font-weight:600;padding:.5rem 1rem;border:0;border-radius:4px;' +
  'background:light-dark(#006b66,#6bccc4);color:light-dark(#fff,#12171f)}'
const styleHash = createHash('sha256').update(pageStyle).digest('base64')

/**
 * A page that needs neither database nor rendering. `reloadAfter` is in seconds; `leadsHome` adds a link to the home
 * page.
 */
export type PlainPage = {
  language: Language
  title: string
  text: string
  reloadAfter?: number
  leadsHome?: boolean
  link?: PlainLink
  /** Follows the link by itself. */
  leadsOn?: boolean
  /** What the reader had typed into a form that cannot be shown again, under `typedTitle`. */
  typed?: readonly string[]
  typedTitle?: string
  /** A form that was not carried out, to be sent again as it was. */
  again?: { address: string; text: string; fields: readonly (readonly [name: string, value: string])[] }
}
/** `opensTab`: the reader comes back to this page, or goes back from it to a form. */
type PlainLink = { address: string; text: string; opensTab?: boolean }

export const plainPageHeaders: HeaderList = [
  'Content-Type',
  'text/html; charset=utf-8',
  'Cache-Control',
  'no-store',
  'Content-Security-Policy',
  `default-src 'none'; style-src 'sha256-${styleHash}'; frame-ancestors 'none'`,
]

/** Renders the page. The texts come from the dictionaries and need no escaping; what was typed is escaped. */
export function plainPage({
  language,
  title,
  text,
  reloadAfter,
  leadsHome = false,
  link: given,
  leadsOn,
  typed = [],
  typedTitle = '',
  again,
}: PlainPage): Buffer {
  const reload = reloadAfter === undefined ? '' : `<meta http-equiv="refresh" content="${reloadAfter}">`
  const on = leadsOn && given ? `<meta http-equiv="refresh" content="0; url=${given.address}">` : ''
  const home: PlainLink = { address: href(language, 'home'), text: translator(language)('error.home') }
  const link = linkOf(leadsHome ? home : given)
  const texts = typed.map((each) => `<pre>${escapedText(each)}</pre>`).join('')
  const own = texts === '' ? '' : `<h2>${typedTitle}</h2>${texts}`
  return Buffer.from(
    `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><title>${title}</title>${reload}${on}` +
      '<meta name="viewport" content="width=device-width"><meta name="robots" content="noindex">' +
      `<style>${pageStyle}</style></head>` +
      `<body><main><h1>${title}</h1><p>${text}</p>${own}${link}${again ? formOf(again) : ''}</main></body></html>`,
  )
}

function linkOf(link: PlainLink | undefined): string {
  if (!link) return ''
  const tab = link.opensTab ? ' target="_blank" rel="noopener"' : ''
  return `<p><a href="${link.address}"${tab}>${link.text}</a></p>`
}

function formOf({ address, text, fields }: NonNullable<PlainPage['again']>): string {
  const hidden = fields.map(
    ([name, value]) => `<input type="hidden" name="${escapedValue(name)}" value="${escapedValue(value)}">`,
  )
  return `<form method="post" action="${escapedValue(address)}">${hidden.join('')}<button>${text}</button></form>`
}

const escapedValue = (text: string) => escapedText(text).replaceAll('"', '&quot;')
const escapedText = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
