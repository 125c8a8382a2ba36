/**
 * Characters that a terminal or a mail program obeys instead of showing: controls (escape sequences begin with one),
 * and marks that turn the direction of writing. Line feeds and tabs are not among them.
 */
const obeyed = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g

/** Text that a terminal may be given: every character that it would obey is shown as �. */
export function printable(text: string): string {
  return text.replaceAll('\r\n', '\n').replace(obeyed, '\ufffd')
}

/** The same on a single line, for a cell of a table or the subject of a mail. */
export function printableLine(text: string): string {
  return text
    .replace(obeyed, '\n')
    .replace(/ *[\n\t][ \n\t]*/g, ' ')
    .trim()
}

/** JSON with these characters written as escapes: the same value for a program, and harmless where it is shown. */
export function printableJson(json: string): string {
  return json.replace(obeyed, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
