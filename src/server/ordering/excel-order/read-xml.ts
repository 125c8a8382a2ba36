import { Parser } from 'saxen'
import { WorkbookFault } from './workbook-fault.ts'

/** Limits of nesting depth and text length; no real sheet exceeds them. */
const deepest = 50
const longestText = 1_000

type Listener = {
  open?: (name: string, attributes: () => Record<string, string>) => void
  close?: (name: string) => void
  text?: (text: string) => void
}

/**
 * Parses XML and calls the listener with element names (without prefix) and texts. Only XML's five predefined entities
 * and numeric character references are supported. Throws WorkbookFault for a document type declaration, which could
 * define others.
 */
export function readXml(xml: string, { open, close, text }: Listener): void {
  let depth = 0
  const parser = new Parser()
  parser.on('error', refuse)
  parser.on('attention', refuse)
  parser.on('openTag', (name, attributes) => {
    depth += 1
    if (depth > deepest) refuse()
    open?.(localName(name), attributes)
  })
  parser.on('closeTag', (name) => {
    depth -= 1
    close?.(localName(name))
  })
  if (text) {
    parser.on('text', (value, decode) => text(decode(value.slice(0, longestText))))
    parser.on('cdata', text)
  }
  parser.parse(xml)
}

function refuse(): never {
  throw new WorkbookFault('unreadable_workbook')
}

function localName(name: string): string {
  const colon = name.indexOf(':')
  return colon === -1 ? name : name.slice(colon + 1)
}
