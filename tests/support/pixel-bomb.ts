import { deflateSync } from 'node:zlib'

/** A PNG that says it has many pixels, of one colour: a small file that becomes gigabytes. */
export function pixelBomb(edge: number): Uint8Array<ArrayBuffer> {
  const part = (name: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(name, 'latin1'), data])
    const frame = Buffer.alloc(8 + body.length)
    frame.writeUInt32BE(data.length, 0)
    body.copy(frame, 4)
    frame.writeUInt32BE(crc(body), frame.length - 4)
    return frame
  }
  const size = Buffer.alloc(13)
  size.writeUInt32BE(edge, 0)
  size.writeUInt32BE(edge, 4)
  size.set([1, 0], 8)
  const rows = deflateSync(Buffer.alloc((Math.ceil(edge / 8) + 1) * edge))
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return new Uint8Array(
    Buffer.concat([signature, part('IHDR', size), part('IDAT', rows), part('IEND', Buffer.alloc(0))]),
  )
}

function crc(bytes: Buffer): number {
  let value = 0xffffffff
  for (const byte of bytes) {
    value ^= byte
    for (let bit = 0; bit < 8; bit += 1) value = (value >>> 1) ^ (value & 1 ? 0xedb88320 : 0)
  }
  return (value ^ 0xffffffff) >>> 0
}
