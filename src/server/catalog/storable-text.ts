// oxlint-disable-next-line no-control-regex -- PostgreSQL does not store U+0000, and pages show none of the others
const controls = /[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g
// oxlint-disable-next-line no-control-regex -- as above, with line ends and tabs
const controlsAndSpace = /[\u0000-\u001f\s]+/g

/** Removes control characters other than tabs and line ends, and space at both ends. */
export function storableText(text: string): string {
  return text.replaceAll(controls, '').trim()
}

/** Makes one line of a text: each run of white space and control characters becomes one space. */
export function storableLine(text: string): string {
  return text.replaceAll(controlsAndSpace, ' ').trim()
}
