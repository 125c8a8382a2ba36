/**
 * Tells whether a text is an address of the Peppol network for e-invoices: the four digits of a register (ISO 6523,
 * such as 0007 for Swedish registration numbers), a colon and the number there. Only the form is checked.
 */
export function isPeppolId(text: string): boolean {
  return /^\d{4}:[A-Za-z0-9][A-Za-z0-9._~:-]{0,49}$/.test(text)
}
