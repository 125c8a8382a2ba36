import type { Shop as PlatformShop } from '../platform/shop.ts'
import type { CommonPasswords } from './login/common-passwords.ts'
import type { PasswordHasher } from './login/password-hasher.ts'

/** The services that operations of accounts need. */
export type Shop = PlatformShop & { passwords: PasswordHasher; commonPasswords: CommonPasswords }
