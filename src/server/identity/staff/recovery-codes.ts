import { randomInt } from 'node:crypto'
import { recoveryCodes } from '../../../domain/staff/staff-limits.ts'
import { hashSecret } from '../../platform/ids.ts'

/** Letters and digits that nobody takes for another. */
const alphabet = 'ABCDEFGHJKMNPQRSTVWXYZ23456789'
const groups = 3
const groupLength = 4

/** New codes such as `K7QD-2MXA-9RTV`: 59 random bits each. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: recoveryCodes }, newCode)
}

/** The hash of a code however it was typed: spaces, hyphens and case do not count. */
export function recoveryHash(staffId: string, typed: string): string {
  return hashSecret(`${staffId} ${typed.replace(/[^0-9A-Za-z]/g, '').toUpperCase()}`)
}

function newCode(): string {
  const group = () => Array.from({ length: groupLength }, () => alphabet[randomInt(alphabet.length)]).join('')
  return Array.from({ length: groups }, group).join('-')
}
