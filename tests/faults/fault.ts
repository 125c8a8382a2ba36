import { readFileSync } from 'node:fs'
import path from 'node:path'
import { projectRoot } from '../support/source-files.ts'

/** One mutation: `from`, which occurs once in the file, becomes `to`; one of the tests must fail. */
export type Fault = { name: string; file: string; from: string; to: string; tests: readonly string[] }

/** Several mutations at one place. */
export type Place = Omit<Fault, 'to'> & { to: readonly string[] }

export function faultsAt(places: readonly Place[]): Fault[] {
  return places.flatMap(({ to, ...place }) => to.map((each) => ({ ...place, to: each })))
}

/** The source with the mutation; throws when the text does not occur exactly once, so that the list stays valid. */
export function planted(source: string, { file, from, to }: Fault): string {
  const parts = source.split(from)
  if (parts.length !== 2) throw new Error(`"${from}" stands ${parts.length - 1} times in ${file}, not once.`)
  return parts.join(to)
}

/** Why the mutation cannot be applied, or undefined when it can. */
export function whyNotPlanted(fault: Fault): string | undefined {
  try {
    planted(readFileSync(path.join(projectRoot, fault.file), 'utf8'), fault)
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
