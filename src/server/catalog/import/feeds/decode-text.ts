import { fileReason, type FileReason } from '../../../../domain/products/file-reasons.ts'
import { FeedError } from './feed-row.ts'
import type { FeedSource } from './feed-source.ts'

/** A WHATWG label, such as `utf-8`, and whether it was guessed because the text is not valid UTF-8. */
export type TextEncoding = { label: string; isGuessed: boolean }

const ignore = () => {}

/**
 * Detects a text's encoding by reading all of it: a byte order mark decides, else valid UTF-8 is read as UTF-8
 * and everything else as Windows-1252, which spreadsheet programs in Western Europe write. `given` is what the
 * profile says, and is not questioned.
 */
export async function detectEncoding(source: FeedSource, given: string | undefined): Promise<TextEncoding> {
  if (given !== undefined) return { label: given, isGuessed: false }
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let isFirst = true
  try {
    for await (const chunk of source.read(ignore)) {
      const marked = isFirst ? markedEncoding(chunk) : undefined
      if (marked !== undefined) return { label: marked, isGuessed: false }
      if (chunk.includes(0)) throw new FeedError('not_text')
      decoder.decode(chunk, { stream: true })
      isFirst = false
    }
    decoder.decode()
    return { label: 'utf-8', isGuessed: false }
  } catch (error) {
    if (error instanceof TypeError) return { label: 'windows-1252', isGuessed: true }
    throw error
  }
}

function markedEncoding(chunk: Buffer): string | undefined {
  if (chunk[0] === 0xff && chunk[1] === 0xfe) return 'utf-16le'
  return chunk[0] === 0xfe && chunk[1] === 0xff ? 'utf-16be' : undefined
}

/** What the operator should know of an encoding. */
export function encodingNotes({ label, isGuessed }: TextEncoding): FileReason[] {
  if (isGuessed) return [fileReason('note_windows')]
  return label.startsWith('utf-16') ? [fileReason('note_utf16')] : []
}

/**
 * Yields the text in chunks, without a byte order mark; throws FeedError for bytes that its encoding does not have.
 * `onBytes` receives the number of bytes read.
 */
export async function* textOf(
  source: FeedSource,
  { label }: TextEncoding,
  onBytes: (bytes: number) => void,
): AsyncGenerator<string> {
  const decoder = new TextDecoder(label, { fatal: true })
  const decoded = (chunk?: Buffer): string => {
    try {
      return decoder.decode(chunk, { stream: chunk !== undefined })
    } catch {
      throw new FeedError('encoding', { encoding: label })
    }
  }
  for await (const chunk of source.read(onBytes)) yield decoded(chunk)
  yield decoded()
}
