/** The form of POSIX tar (ustar, with pax records for long names and large files), of regular files only. */
export const blockBytes = 512

const [maxNameLength, maxSize] = [100, 0o77777777777]
const field = { name: [0, 100], size: [124, 12], sum: [148, 8], type: [156, 1], magic: [257, 5] } as const
/** Readable by the user that unpacks it alone. */
const [mode, noOwner] = ['0000600\0', '0000000\0']

/** What a header says about the file that follows; `x` is a pax record about the next one. */
export type TarHeader = { name: string; size: number; type: 'file' | 'pax' }

/** Builds what stands before a file's bytes: its header, and a pax record where that is too short. */
export function tarHeader(name: string, size: number): Buffer {
  if (Buffer.byteLength(name) <= maxNameLength && size <= maxSize) return headerBlock(name, size, '0')
  const records = Buffer.from(paxRecord('path', name) + paxRecord('size', String(size)))
  const known = size <= maxSize ? size : 0
  return Buffer.concat([
    headerBlock('pax', records.length, 'x'),
    records,
    padding(records.length),
    headerBlock('long', known, '0'),
  ])
}

/** Returns the zeros that fill a file's last block. */
export function padding(size: number): Buffer {
  return Buffer.alloc((blockBytes - (size % blockBytes)) % blockBytes)
}

/** The end of an archive. */
export const tarEnd = Buffer.alloc(2 * blockBytes)

function headerBlock(name: string, size: number, type: '0' | 'x'): Buffer {
  const block = Buffer.alloc(blockBytes)
  block.write(name, 0)
  block.write(`${mode}${noOwner}${noOwner}`, 100, 'latin1')
  block.write(`${size.toString(8).padStart(11, '0')}\0${'0'.repeat(11)}\0`, field.size[0], 'latin1')
  block.write(type, field.type[0], 'latin1')
  block.write('ustar\x0000', field.magic[0], 'latin1')
  block.write(`${checksum(block).toString(8).padStart(6, '0')}\0 `, field.sum[0], 'latin1')
  return block
}

/** Parses a header block; undefined for one that is not of a regular file, or damaged. */
export function parseHeader(block: Buffer): TarHeader | undefined {
  const type = text(block, field.type)
  const [size, sum] = [octal(block, field.size), octal(block, field.sum)]
  if (text(block, field.magic) !== 'ustar' || sum !== checksum(block) || size === undefined) return undefined
  if (type !== '0' && type !== 'x') return undefined
  return { name: text(block, field.name), size, type: type === 'x' ? 'pax' : 'file' }
}

/** Parses pax records: the name and size of the next file. */
export function parsePax(records: Buffer): { path?: string; size?: number } {
  const found: { path?: string; size?: number } = {}
  for (let at = 0; at < records.length;) {
    const space = records.indexOf(0x20, at)
    const length = Number(records.toString('latin1', at, space))
    if (space < 0 || !Number.isSafeInteger(length) || length <= space - at + 1) break
    const [name = '', ...value] = records.toString('utf8', space + 1, at + length - 1).split('=')
    if (name === 'path') found.path = value.join('=')
    if (name === 'size') found.size = Number(value.join('='))
    at += length
  }
  return found
}

/** A record begins with its own length in bytes, which counts the digits of that length. */
function paxRecord(name: string, value: string): string {
  const rest = Buffer.byteLength(` ${name}=${value}\n`)
  const digits = String(rest + String(rest).length).length
  return `${rest + digits} ${name}=${value}\n`
}

/** Sums the bytes of a header, in which the sum itself counts as spaces. */
function checksum(block: Buffer): number {
  const [start, length] = field.sum
  let sum = 0
  for (const [at, byte] of block.entries()) sum += at >= start && at < start + length ? 0x20 : byte
  return sum
}

function text(block: Buffer, [start, length]: readonly [number, number]): string {
  const bytes = block.subarray(start, start + length)
  const end = bytes.indexOf(0)
  return bytes.toString('utf8', 0, end < 0 ? length : end)
}

function octal(block: Buffer, at: readonly [number, number]): number | undefined {
  const digits = text(block, at).trim()
  return /^[0-7]+$/.test(digits) ? Number.parseInt(digits, 8) : undefined
}
