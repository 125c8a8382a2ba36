import { readFileSync, writeFileSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { OperatorError } from '../../operator-command.ts'

const maxLength = 200_000

/** Reads JSON from a file, or from standard input for "-". */
export async function readJson(name: string): Promise<unknown> {
  const json =
    name === '-' ? await text(process.stdin) : attempt(`${name} cannot be read`, () => readFileSync(name, 'utf8'))
  if (json.length > maxLength) throw new OperatorError(`The settings are longer than ${maxLength} characters.`)
  return attempt(`${name === '-' ? 'Standard input' : name} is not JSON`, (): unknown => JSON.parse(json))
}

/** Writes a file that must not exist yet. */
export function writeNew(name: string, content: string): void {
  attempt(`${name} cannot be written`, () => writeFileSync(name, content, { flag: 'wx' }))
}

function attempt<Value>(failure: string, make: () => Value): Value {
  try {
    return make()
  } catch (error) {
    throw new OperatorError(`${failure}: ${error instanceof Error ? error.message : String(error)}.`)
  }
}
