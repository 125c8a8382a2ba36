import sax, { type SAXParser } from 'sax'
import { zipStream, type ZipEntry, type ZipFile } from '../../zip-file.ts'
import { WorkbookError } from '../workbook.ts'

export type XmlHandlers = {
  open?: (name: string, attributes: Readonly<Record<string, string>>) => void
  text?: (text: string) => void
  close?: (name: string) => void
}

const maxDepth = 40

/**
 * Reads a part of a workbook from its beginning, a piece at a time, and calls the handlers with names without prefix.
 * After each piece it yields. Throws WorkbookError for XML that is broken, has a document type or is too deep.
 */
export async function* xmlPieces(zip: ZipFile, entry: ZipEntry, handlers: XmlHandlers): AsyncGenerator<void> {
  const parser = parserFor(handlers)
  const decoder = new TextDecoder()
  for await (const chunk of await zipStream(zip, entry)) {
    if (!(chunk instanceof Buffer)) continue
    parser.write(decoder.decode(chunk, { stream: true }))
    yield
  }
  parser.write(decoder.decode())
  parser.close()
  yield
}

/** Reads a part to its end. */
export async function readXml(zip: ZipFile, entry: ZipEntry, handlers: XmlHandlers): Promise<void> {
  for await (const _ of xmlPieces(zip, entry, handlers)) continue
}

function parserFor(handlers: XmlHandlers): SAXParser {
  let depth = 0
  const refuse = (): never => {
    throw new WorkbookError('unreadable_workbook')
  }
  const text = (piece: string): void => handlers.text?.(piece)
  const events: Partial<SAXParser> = {
    onopentag: ({ name, attributes }) => {
      depth += 1
      if (depth > maxDepth) refuse()
      handlers.open?.(localName(name), attributes as Record<string, string>)
    },
    onclosetag: (name) => {
      depth -= 1
      handlers.close?.(localName(name))
    },
    ontext: text,
    oncdata: text,
    ondoctype: refuse,
    onerror: refuse,
  }
  return Object.assign(sax.parser(true, {}), events)
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1)
