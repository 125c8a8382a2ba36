import { printable, printableJson } from '../server/platform/printable.ts'

/**
 * Prints a command's output without control characters, because texts of shoppers and suppliers must not control the
 * terminal.
 */
export function print(text: string): void {
  console.log(printable(text))
}

/** Prints JSON for programs to standard output. */
export function printJson(data: unknown): void {
  printJsonText(JSON.stringify(data, null, 2))
}

/** Prints JSON text; control characters are escaped, so its value does not change. */
export function printJsonText(json: string): void {
  console.log(printableJson(json))
}

/** Prints an error to standard error. */
export function printError(text: string): void {
  console.error(printable(text))
}
