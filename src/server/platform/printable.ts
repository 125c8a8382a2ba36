/**
 * Characters that a terminal or mail program interprets instead of showing: control characters (escape sequences begin
 * with one) and marks that change the writing direction. Line feeds and tabs are not included.
 */
const obeyed = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g

/** Makes a text safe for a terminal: replaces every such character by �. */
export function printable(text: string): string {
  return text.replaceAll('\r\n', '\n').replace(obeyed, '\ufffd')
}

/** Makes a text safe and puts it on one line, for a table cell or a mail's subject. */
export function printableLine(text: string): string {
  return text
    .replace(obeyed, '\n')
    .replace(/ *[\n\t][ \n\t]*/g, ' ')
    .trim()
}

/** Escapes these characters in JSON: the parsed value is the same, and the text is safe to show. */
export function printableJson(json: string): string {
  return json.replace(obeyed, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
