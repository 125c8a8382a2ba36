import { writeZip } from '../../../../src/server/platform/workbooks/write-zip.ts'

const centralSignature = Buffer.from('PK\u0001\u0002', 'latin1')
const localSignature = Buffer.from('PK\u0003\u0004', 'latin1')

/** Positions of a file's headers: in front of its data, and in the directory at the end. */
function headersOf(zip: Buffer, name: string): { local: number; central: number } {
  const find = (mark: Buffer, nameAt: number) => {
    for (let at = zip.indexOf(mark); at !== -1; at = zip.indexOf(mark, at + 1)) {
      if (zip.toString('utf8', at + nameAt, at + nameAt + name.length) === name) return at
    }
    throw new Error(`No ${name} in this zip.`)
  }
  return { local: find(localSignature, 30), central: find(centralSignature, 46) }
}

/** Changes the declared size of a file, in the directory and, by default, in front of its data. */
export function lieAboutSize(zip: Buffer, name: string, size: number, { inDirectoryOnly = false } = {}): Buffer {
  const copy = Buffer.from(zip)
  const { local, central } = headersOf(copy, name)
  copy.writeUInt32LE(size, central + 24)
  if (!inDirectoryOnly) copy.writeUInt32LE(size, local + 22)
  return copy
}

/** Marks a file as encrypted, as a zip program does. */
export function markEncrypted(zip: Buffer, name: string): Buffer {
  const copy = Buffer.from(zip)
  const { local, central } = headersOf(copy, name)
  copy.writeUInt16LE(1, local + 6)
  copy.writeUInt16LE(1, central + 8)
  return copy
}

/** Renames a file in the directory, so that the two headers of the zip differ. */
export function renameInDirectory(zip: Buffer, name: string, other: string): Buffer {
  const copy = Buffer.from(zip)
  copy.write(other.padEnd(name.length).slice(0, name.length), headersOf(copy, name).central + 46)
  return copy
}

/** Many files that all unpack to the same data, stored once. */
export function overlapping(files: Record<string, string | Buffer>, name: string, copies: number): Buffer {
  const zip = writeZip({
    ...files,
    ...Object.fromEntries(Array.from({ length: copies }, (_, at) => [`xl/copy-${at}.xml`, ''])),
    [name]: files[name] ?? '',
  })
  const { central } = headersOf(zip, name)
  for (let at = 0; at < copies; at += 1) {
    const copy = headersOf(zip, `xl/copy-${at}.xml`).central
    zip.copy(zip, copy + 16, central + 16, central + 28)
    zip.copy(zip, copy + 42, central + 42, central + 46)
  }
  return zip
}

/** The beginning of a sheet, many equal bytes, and its end. */
export function hugeSheet(megabytes: number): Buffer {
  return Buffer.concat([
    Buffer.from('<worksheet><sheetData><row><c t="inlineStr"><is><t>'),
    Buffer.alloc(megabytes * 1024 * 1024, 'A'),
    Buffer.from('</t></is></c></row></sheetData></worksheet>'),
  ])
}
