import { readFileSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { ContentError } from '../../../server/content/content-item.ts'

const maxLength = 200_000

/** Reads HTML from a file, or from standard input for "-"; undefined when neither is given. */
export async function readHtml(name: string | undefined): Promise<string | undefined> {
  if (name === undefined) return undefined
  const html = name === '-' ? await text(process.stdin) : readFile(name)
  if (html.length > maxLength) throw new ContentError(`The text is longer than ${maxLength} characters.`)
  return html.trim()
}

function readFile(name: string): string {
  try {
    return readFileSync(name, 'utf8')
  } catch (error) {
    throw new ContentError(`The file ${name} cannot be read: ${error instanceof Error ? error.message : error}.`)
  }
}
