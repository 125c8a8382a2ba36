import { readFileSync } from 'node:fs'
import { DomUtils, parseDocument } from 'htmlparser2'
import PostalMime, { type Email } from 'postal-mime'
import type { Shop } from '../../../../src/server/shop.ts'
import { mailFiles } from '../../../support/mailbox.ts'

type Page = ReturnType<typeof parseDocument>
export type ReadMail = Email & { file: string; raw: string; text: string; html: string; page: Page }

/** All mails that a shop has sent, parsed by an independent parser. */
export async function readMails({ env }: Shop): Promise<ReadMail[]> {
  return Promise.all(
    mailFiles(env.SHOP_DATA).map(async (file) => {
      const raw = readFileSync(file, 'utf8')
      const mail = await PostalMime.parse(raw)
      const { text = '', html = '' } = mail
      return { ...mail, file, raw, text, html, page: parseDocument(html) }
    }),
  )
}

export const elements = (page: Page, name: string) => DomUtils.getElementsByTagName(name, page)

/** The visible text of the HTML: without the head and the hidden preview, single spaces. */
export function shownText(page: Page): string {
  const [body] = elements(page, 'body')
  return body ? squeezed(shownIn(body)) : ''
}

function shownIn(node: Page['children'][number]): string {
  if ('data' in node) return node.type === 'text' ? node.data : ''
  if (!('attribs' in node) || 'data-skip-in-text' in node.attribs) return ''
  const words = node.children.map((child) => shownIn(child)).join('')
  return inline.has(node.name) ? words : ` ${words} `
}

const inline = new Set(['span', 'a', 'b'])

export const squeezed = (text: string): string => text.replace(/[\s\u00a0\u202f]+/g, ' ').trim()

/** URLs in a part. */
export function findLinks(mail: ReadMail): string[] {
  return elements(mail.page, 'a')
    .map((link) => link.attribs['href'] ?? '')
    .filter((href) => !href.startsWith('mailto:'))
}

/** The rows of the table of items, as cell texts. */
export function tableRows(mail: ReadMail): string[][] {
  const tables = elements(mail.page, 'table').filter(
    ({ children }) => DomUtils.getElementsByTagName('thead', children, false).length > 0,
  )
  return tables
    .flatMap((table) => DomUtils.getElementsByTagName('tr', table))
    .map((row) => row.children.map((cell) => squeezed(DomUtils.textContent(cell))))
}
