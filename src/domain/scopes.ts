/** What a signed-in shopper may do (spec section 6); organization scopes follow from membership. */
export const customerScope = 'customer'
export const orderScope = 'my-order'
export const organizationRoles = ['buyer', 'admin'] as const
export type OrganizationRole = (typeof organizationRoles)[number]

export function organizationScope(role: OrganizationRole): string {
  return `organization:${role}`
}

/** Scopes are short words, so that a slip of an operator's hand is refused. */
export function isScope(text: string): boolean {
  return /^[a-z][a-z-]{0,29}(?::[a-z][a-z-]{0,29})?$/.test(text)
}
