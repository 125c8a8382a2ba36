import { Schema, type DOMOutputSpec, type NodeSpec } from 'prosemirror-model'
import { tableNodes } from 'prosemirror-tables'
import { isLibraryAddress } from '../../../domain/content/library-address.ts'
import { isSafeAddress } from './safe-address.ts'

const levels = [2, 3, 4] as const
const hole = 0

const headings: NodeSpec = {
  attrs: { level: { default: levels[0], validate: 'number' } },
  content: 'inline*',
  group: 'block',
  defining: true,
  parseDOM: [1, 2, 3, 4, 5, 6].map((level) => ({
    tag: `h${level}`,
    attrs: { level: Math.min(4, Math.max(2, level)) },
  })),
  toDOM: ({ attrs }): DOMOutputSpec => [`h${attrs['level']}`, hole],
}

const picture: NodeSpec = {
  attrs: {
    src: { validate: 'string' },
    alt: { default: '', validate: 'string' },
    width: { default: null },
    height: { default: null },
  },
  inline: true,
  group: 'inline',
  draggable: true,
  parseDOM: [
    {
      tag: 'img[src]',
      getAttrs: (element) =>
        isLibraryAddress(element.getAttribute('src') ?? '') && {
          src: element.getAttribute('src'),
          alt: element.getAttribute('alt') ?? '',
          width: element.getAttribute('width'),
          height: element.getAttribute('height'),
        },
    },
  ],
  toDOM: ({ attrs }): DOMOutputSpec => ['img', attrs],
}

/** A cell keeps how many columns it spans; nothing else of a cell is allowed in published texts. */
const tables = tableNodes({ tableGroup: 'block', cellContent: 'block+', cellAttributes: {} })

/** The texts that the editor can make: what the server allows in published texts (platform/sanitize.ts). */
export const schema = new Schema({
  nodes: {
    doc: { content: 'block+' },
    paragraph: {
      content: 'inline*',
      group: 'block',
      parseDOM: [{ tag: 'p' }],
      toDOM: (): DOMOutputSpec => ['p', hole],
    },
    heading: headings,
    bullet_list: {
      content: 'list_item+',
      group: 'block',
      parseDOM: [{ tag: 'ul' }],
      toDOM: (): DOMOutputSpec => ['ul', hole],
    },
    ordered_list: {
      content: 'list_item+',
      group: 'block',
      parseDOM: [{ tag: 'ol' }],
      toDOM: (): DOMOutputSpec => ['ol', hole],
    },
    list_item: {
      content: 'paragraph block*',
      defining: true,
      parseDOM: [{ tag: 'li' }],
      toDOM: (): DOMOutputSpec => ['li', hole],
    },
    rule: { group: 'block', parseDOM: [{ tag: 'hr' }], toDOM: (): DOMOutputSpec => ['hr'] },
    ...tables,
    text: { group: 'inline' },
    picture,
    line_break: {
      inline: true,
      group: 'inline',
      selectable: false,
      parseDOM: [{ tag: 'br' }],
      toDOM: (): DOMOutputSpec => ['br'],
    },
  },
  marks: {
    link: {
      attrs: { href: { validate: 'string' }, title: { default: null } },
      inclusive: false,
      parseDOM: [
        {
          tag: 'a[href]',
          getAttrs: (element) =>
            isSafeAddress(element.getAttribute('href') ?? '') && {
              href: element.getAttribute('href'),
              title: element.getAttribute('title'),
            },
        },
      ],
      toDOM: ({ attrs }): DOMOutputSpec => ['a', attrs, hole],
    },
    strong: {
      parseDOM: [{ tag: 'strong' }, { tag: 'b' }],
      toDOM: (): DOMOutputSpec => ['strong', hole],
    },
    em: {
      parseDOM: [{ tag: 'em' }, { tag: 'i' }],
      toDOM: (): DOMOutputSpec => ['em', hole],
    },
  },
})
