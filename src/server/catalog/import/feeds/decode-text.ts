import { createReadStream } from 'node:fs'
import { FeedError } from './feed-row.ts'

export type TextEncoding = 'utf-8' | 'utf-16le' | 'windows-1252'

/**
 * Detects a text file's encoding by reading all of it: a byte order mark decides, else valid UTF-8 is read as UTF-8
 * and everything else as Windows-1252, which spreadsheet programs in Western Europe write.
 */
export async function detectEncoding(file: string): Promise<TextEncoding> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let isFirst = true
  try {
    for await (const chunk of createReadStream(file)) {
      if (!(chunk instanceof Buffer)) break
      if (isFirst && chunk[0] === 0xff && chunk[1] === 0xfe) return 'utf-16le'
      if (chunk.includes(0)) throw new FeedError('The feed is not a text file: it contains zero bytes.')
      decoder.decode(chunk, { stream: true })
      isFirst = false
    }
    decoder.decode()
    return 'utf-8'
  } catch (error) {
    if (error instanceof TypeError) return 'windows-1252'
    throw error
  }
}

/** Yields the file's text in chunks, without a byte order mark. `onBytes` receives the number of bytes read. */
export async function* textOf(
  file: string,
  encoding: TextEncoding,
  onBytes: (bytes: number) => void,
): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding)
  for await (const chunk of createReadStream(file, { highWaterMark: 256 * 1024 })) {
    if (!(chunk instanceof Buffer)) continue
    onBytes(chunk.length)
    yield decoder.decode(chunk, { stream: true })
  }
  yield decoder.decode()
}
