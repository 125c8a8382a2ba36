import { amountCell } from '../../../i18n/money.ts'
import type { Voucher } from './vouchers.ts'

/** The upper half of code page 437 (IBM PC 8-bit extended ASCII), which SIE files are written in, from 128 on. */
const upperHalf =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐' +
  '└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0'
const codes = new Map(Array.from(upperHalf, (sign, at) => [sign, at + 128]))

/** Encodes a text in code page 437; a sign that it lacks becomes its base letter, else a question mark. */
function toPc8(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(Array.from(text.normalize('NFC'), codeOf))
}

function codeOf(sign: string): number {
  const code = sign.codePointAt(0) ?? 0
  if (code < 128) return code
  const base = sign.normalize('NFD').codePointAt(0) ?? 0
  return codes.get(sign) ?? (base < 128 ? base : 63)
}

type About = {
  program: string
  company: string
  organizationNumber: string
  currency: string
  /** The day in the home country on which the file is made. */
  made: string
  accountNames: ReadonlyMap<string, string>
}

/** Writes vouchers as a file of SIE type 4 (sie.se, version 4B) for an accounting program. */
export function sieFile(vouchers: readonly Voucher[], about: About): Uint8Array<ArrayBuffer> {
  const used = [...new Set(vouchers.flatMap(({ rows }) => rows.map(({ account }) => account)))].sort()
  const lines = [
    '#FLAGGA 0',
    `#PROGRAM ${quoted(about.program)} 1`,
    '#FORMAT PC8',
    `#GEN ${plainDay(about.made)}`,
    '#SIETYP 4',
    ...(about.organizationNumber === '' ? [] : [`#ORGNR ${field(about.organizationNumber)}`]),
    `#FNAMN ${quoted(about.company)}`,
    `#VALUTA ${about.currency}`,
    ...used.map((account) => `#KONTO ${account} ${quoted(about.accountNames.get(account) ?? account)}`),
    ...vouchers.flatMap(({ day, text, rows }) => [
      `#VER "" "" ${plainDay(day)} ${quoted(text)}`,
      '{',
      ...rows.map(({ account, amount }) => `#TRANS ${account} {} ${amountCell(amount)}`),
      '}',
    ]),
  ]
  return toPc8(lines.map((line) => `${line}\r\n`).join(''))
}

/** A number of another country has spaces, as in `Amtsgericht München HRB 12345`, which separate fields. */
function field(text: string): string {
  return /^[\w-]+$/.test(text) ? text : quoted(text)
}

function quoted(text: string): string {
  // oxlint-disable-next-line no-control-regex -- a line break or another control sign would end the field
  return `"${text.replaceAll(/[\u0000-\u001f\u007f\u2028\u2029]/g, ' ').replaceAll(/["\\]/g, (sign) => `\\${sign}`)}"`
}

function plainDay(day: string): string {
  return day.slice(0, 10).replaceAll('-', '')
}
