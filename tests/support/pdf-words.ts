import { inflateSync } from 'node:zlib'

type Decoder = (hex: string) => string

/**
 * The words of a PDF as copied by a reader: each font's codes are mapped by its table in the file, or as Windows-1252
 * for built-in fonts. Lines are in drawing order.
 */
export function wordsOf(pdf: Buffer): string {
  const objects = objectsOf(pdf)
  const decoders = new Map([...objects.values()].flatMap((object) => fontsOf(object, objects)))
  return [...objects.values()]
    .filter((object) => object.includes('stream\n') && /\bTf\b/.test(unpacked(object)))
    .map((object) => linesOf(unpacked(object), decoders))
    .join('\n')
    .replaceAll('\u00a0', ' ')
}

function objectsOf(pdf: Buffer): Map<string, string> {
  const parts = pdf.toString('latin1').matchAll(/(?:^|\n)(\d+) 0 obj\n([^]*?)\nendobj/g)
  return new Map([...parts].map(([, id = '', object = '']) => [id, object]))
}

function fontsOf(resources: string, objects: ReadonlyMap<string, string>): [string, Decoder][] {
  const [, listed = ''] = /\/Font <<([^>]*)>>/.exec(resources) ?? []
  return [...listed.matchAll(/\/(F\d+) (\d+) 0 R/g)].map(([, name = '', id = '']) => [
    name,
    decoderOf(objects.get(id) ?? '', objects),
  ])
}

function decoderOf(font: string, objects: ReadonlyMap<string, string>): Decoder {
  const [, table] = /\/ToUnicode (\d+) 0 R/.exec(font) ?? []
  if (table === undefined) return (hex) => new TextDecoder('windows-1252').decode(Buffer.from(hex, 'hex'))
  const letters = new Map<number, string>()
  for (const [, from = '', , list = ''] of unpacked(objects.get(table) ?? '').matchAll(
    /<([\da-f]+)> <([\da-f]+)> \[([^\]]*)\]/gi,
  )) {
    for (const [at, [, code = '']] of [...list.matchAll(/<([\da-f]*)>/gi)].entries()) {
      letters.set(Number.parseInt(from, 16) + at, Buffer.from(code, 'hex').swap16().toString('utf16le'))
    }
  }
  return (hex) => (hex.match(/.{4}/g) ?? []).map((code) => letters.get(Number.parseInt(code, 16)) ?? '\ufffd').join('')
}

function linesOf(drawing: string, decoders: ReadonlyMap<string, Decoder>): string {
  let decode: Decoder = () => ''
  const lines: string[] = []
  for (const [, font, shown] of drawing.matchAll(/\/(F\d+) [\d.]+ Tf|\[(.*?)\] TJ/g)) {
    if (font !== undefined) decode = decoders.get(font) ?? decode
    else lines.push([...(shown ?? '').matchAll(/<([\da-f]*)>/gi)].map(([, hex = '']) => decode(hex)).join(''))
  }
  return lines.join('\n')
}

function unpacked(object: string): string {
  const [, packed = ''] = /stream\n([^]*)\nendstream/.exec(object) ?? []
  try {
    return inflateSync(Buffer.from(packed, 'latin1')).toString('latin1')
  } catch {
    return ''
  }
}
