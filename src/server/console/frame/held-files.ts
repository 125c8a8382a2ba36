import { z } from 'zod/mini'
import type { Fields } from '../../platform/http/read-form.ts'

/** Larger files are chosen again: the question for the factor would be too long to be kept for Back. */
const maxHeldBytes = 1_000_000
const beginning = 'held-file:'
/** The name of a file that is too large to be held, so that its sender is told. */
const tooLarge = 'lost-file:'
/** A file as a field: its name, its type and its content. */
const heldForm = z.tuple([z.string(), z.string(), z.string()])

/**
 * The fields of a form that waits for the factor, as hidden fields can carry them: its files are among them, so that
 * nobody chooses them again; of larger ones than `maxBytes` only their names are. The answer to the question is left
 * out.
 */
export async function heldFields(
  fields: Fields,
  maxBytes = maxHeldBytes,
): Promise<(readonly [name: string, value: string])[]> {
  const held: (readonly [string, string])[] = []
  for (const [name, value] of fields) {
    if (typeof value !== 'string') held.push(...(await heldFile(name, value, maxBytes)))
    else if (!name.startsWith('factor:')) held.push([name, value])
  }
  return held
}

/** The names of the files of a form that are not held, as `heldFields` gives them. */
export function filesNotHeld(fields: Fields): string[] {
  return fields.flatMap(([name, value]) => (name.startsWith(tooLarge) && typeof value === 'string' ? [value] : []))
}

async function heldFile(name: string, file: File, maxBytes: number): Promise<(readonly [string, string])[]> {
  if (file.size === 0) return []
  if (file.size > maxBytes) return [[`${tooLarge}${name}`, file.name]]
  const content = Buffer.from(await file.arrayBuffer()).toString('base64url')
  return [[`${beginning}${name}`, JSON.stringify([file.name, file.type, content])]]
}

/** The fields of a form with the files that were held while its sender confirmed the factor. */
export function withHeldFiles(fields: Fields): Fields {
  return fields.flatMap(([name, value]): Fields => {
    if (!name.startsWith(beginning) || typeof value !== 'string') return [[name, value]]
    const file = fileOf(value)
    return file ? [[name.slice(beginning.length), file]] : []
  })
}

function fileOf(text: string): File | undefined {
  try {
    const [name, type, content] = heldForm.parse(JSON.parse(text))
    return new File([Buffer.from(content, 'base64url')], name, { type })
  } catch {
    return undefined
  }
}
